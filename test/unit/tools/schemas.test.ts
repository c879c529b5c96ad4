import { describe, expect, it } from 'vitest';
import { coreTools } from '../../../src/tools/coreTools';
import { fullTools } from '../../../src/tools/fullTools';
import { inputSchema, outputSchema, type PropertySchema } from '../../../src/tools/jsonSchema';

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

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

  it.each(fullTools.map((tool) => [tool.name, tool] as const))(
    '%s: flat objects of described simple types, every list with items',
    (_name, tool) => {
      const schema = inputSchema(tool);
      expect(Object.keys(schema).sort()).toEqual(expect.arrayContaining(['properties', 'type']));
      for (const [name, property] of Object.entries(schema.properties)) {
        expect(['string', 'number', 'boolean', 'array'], name).toContain(property.type);
        expect(property.description, name).toMatch(/\S{3}/u);
        expect(hasItems(property), name).toBe(true);
      }
      expect(tool.description.length).toBeLessThanOrEqual(1024);
    },
  );

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

function hasItems(property: PropertySchema): boolean {
  return property.type !== 'array' || (property.items !== undefined && hasItems(property.items));
}
