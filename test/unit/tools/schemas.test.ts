import { describe, expect, it } from 'vitest';
import { prompts } from '../../../src/mcp/prompts/promptTexts';
import { coreTools } from '../../../src/tools/coreTools';
import { fullTools } from '../../../src/tools/fullTools';
import { inputSchema, outputSchema, type PropertySchema } from '../../../src/tools/jsonSchema';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** All that several clients understand of a schema; `format`, unions and references they refuse. */
const KEYWORDS = ['type', 'description', 'enum', 'items', 'properties', 'required'];

/** What makes a strict client refuse a schema. */
function faults(schema: PropertySchema, at: string): string[] {
  const found = Object.keys(schema)
    .filter((keyword) => !KEYWORDS.includes(keyword))
    .map((keyword) => `${at}: ${keyword}`);
  if (schema.type === 'array' && schema.items === undefined) found.push(`${at}: array without items`);
  if (schema.items !== undefined) found.push(...faults(schema.items, `${at}[]`));
  if (schema.enum?.length === 0) found.push(`${at}: empty enum`);
  return found;
}

describe('what a model sees of the tools', () => {
  it('is at most 16 KB of names, descriptions and input schemas, and 6 KB of output schemas', () => {
    const inputs = coreTools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: inputSchema(tool),
    }));
    expect(bytes(inputs)).toBeLessThanOrEqual(16 * 1024);
    expect(bytes(coreTools.map((tool) => outputSchema(tool)))).toBeLessThanOrEqual(6 * 1024);
  });

  it('is nine tools in the core, each with a name of its own', () => {
    expect(coreTools).toHaveLength(9);
    for (const names of [
      fullTools.map(({ name }) => name),
      fullTools.map(({ title }) => title),
      fullTools.map(({ description }) => description),
      coreTools.map(({ referenceName }) => referenceName),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it.each(fullTools.map((tool) => [tool.name, tool] as const))(
    '%s: flat objects of described simple types, every list with items',
    (name, tool) => {
      const schema = inputSchema(tool);
      expect(Object.keys(schema).sort()).toEqual(
        ['properties', 'type', ...(schema.required === undefined ? [] : ['required'])].sort(),
      );
      for (const [parameter, property] of Object.entries(schema.properties)) {
        expect(['string', 'number', 'boolean', 'array'], parameter).toContain(property.type);
        expect(property.description, parameter).toMatch(/\S{3}/u);
        // Bounds and defaults are in the prose: not every model sees more of a schema.
        expect(faults(property, `${name}.${parameter}`)).toEqual([]);
      }
      expect(tool.description.length).toBeLessThanOrEqual(1024);
      expect(tool.description.length).toBeGreaterThan(80);
    },
  );

  it.each(fullTools.map((tool) => [tool.name, tool] as const))(
    '%s: an answer whose schema every client accepts',
    (name, tool) => {
      const { type, properties, required = [] } = outputSchema(tool);
      expect(type).toBe('object');
      for (const field of required) expect(Object.keys(properties)).toContain(field);
      for (const [field, property] of Object.entries(properties)) {
        expect(Array.isArray(property.type), field).toBe(false);
        expect(faults(property, `${name}.${field}`)).toEqual([]);
      }
    },
  );

  it('holds the words that it is searched by, and leads from one tool of the core to another', () => {
    const all = coreTools.map(({ description }) => description.toLowerCase()).join('\n');
    for (const word of ['remember', 'recall', 'memory', 'project facts', 'decision', 'convention']) {
      expect(all).toContain(word);
    }
    for (const { name, description } of coreTools) {
      const others = coreTools.filter((other) => other.name !== name && description.includes(other.name));
      // It follows an error that names it.
      if (name !== 'mem_current_project') expect(others.length, name).toBeGreaterThan(0);
    }
    // Those that add to the memory say when to do so unasked, and what has no place in it.
    for (const name of ['mem_save', 'memory', 'remember']) {
      const { description = '' } = coreTools.find((tool) => tool.name === name) ?? {};
      expect(description, name).toMatch(/\b[Ss]ave unasked\b/);
      expect(description, name).toMatch(/(Do not|Never) save .*secrets/);
    }
  });

  it('keeps the parameters of the contract', () => {
    const parameters = Object.fromEntries(
      fullTools.map((tool) => [tool.name, Object.keys(inputSchema(tool).properties).sort()]),
    );
    expect(parameters['memory']).toEqual(
      expect.arrayContaining([
        'action',
        'category',
        'confidence',
        'expires_days',
        'key',
        'query',
        'source',
        'source_context',
        'value',
      ]),
    );
    expect(parameters['mem_save']).toEqual(
      [
        'capture_prompt',
        'content',
        'observation',
        'project',
        'project_choice_reason',
        'recovery_token',
        'scope',
        'session_id',
        'title',
        'tool_name',
        'topic_key',
        'type',
      ].sort(),
    );
    expect(parameters['remember']).toEqual(
      [
        'confidence',
        'content',
        'derived_from',
        'fact_key',
        'project',
        'project_choice_reason',
        'recovery_token',
        'scope',
        'source',
        'source_hash',
        'source_id',
        'source_revision',
        'workspace',
      ].sort(),
    );
    for (const tool of fullTools) {
      if (tool.annotations.readOnlyHint) continue;
      expect(parameters[tool.name], tool.name).toEqual(
        expect.arrayContaining(['project', 'recovery_token', 'project_choice_reason']),
      );
    }
  });
});

describe('what a person sees of the prompts', () => {
  it.each(prompts.map((prompt) => [prompt.name, prompt] as const))(
    '%s: named and described, with arguments that are texts',
    (name, prompt) => {
      expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(prompt.title).toMatch(/\S/);
      expect(prompt.description).toMatch(/\S/);
      for (const argument of prompt.arguments) {
        expect(argument.name).toMatch(/^[a-z]+$/);
        expect(argument.description, argument.name).toMatch(/\S{3}/u);
      }
    },
  );
});
