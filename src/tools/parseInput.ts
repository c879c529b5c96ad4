import { inputSchema, type PropertySchema } from './jsonSchema';
import type { ToolDefinition } from './tool';

export type ParsedInput =
  | { readonly kind: 'ok'; readonly value: Readonly<Record<string, unknown>> }
  /** Each names the parameter and what it must be, and quotes no value. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

/**
 * Brings what models send to what the schema says: numbers, booleans and lists sent as text, null for absent.
 * An unknown parameter is refused unless it is null or empty.
 */
export function parseInput(tool: ToolDefinition, raw: unknown): ParsedInput {
  const given = raw ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { kind: 'invalid', problems: ['the parameters must be an object'] };
  }
  const { properties, required = [] } = inputSchema(tool);
  const relevant = tool.relevant?.(given as Readonly<Record<string, unknown>>);
  const coerced: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined) continue;
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) {
      const ignored = relevant !== undefined && !relevant.includes(name);
      const absent = value === '' && !isFreeText(property) && !required.includes(name);
      if (!ignored && !absent) coerced[name] = coerce(value, property);
    } else if (!isEmpty(value)) {
      unknown.push(name);
    }
  }
  if (unknown.length > 0)
    return { kind: 'invalid', problems: unknownParameters(unknown, Object.keys(properties)) };
  const parsed = tool.input.safeParse(coerced);
  if (parsed.success) return { kind: 'ok', value: parsed.data };
  return {
    kind: 'invalid',
    problems: parsed.error.issues.map((issue) => {
      const path = issue.path.map(String).join('.');
      if (issue.message.startsWith('Invalid')) return `${path} must be ${expected(properties, issue.path)}`;
      return issue.message.includes(path) ? issue.message : `${path}: ${issue.message}`;
    }),
  };
}

const UNKNOWN_NAMED = 5;

/** However many there are, a few are named. */
function unknownParameters(names: readonly string[], known: readonly string[]): readonly string[] {
  const accepted = known.join(', ') || 'none';
  const more = names.length - UNKNOWN_NAMED;
  return [
    ...names
      .slice(0, UNKNOWN_NAMED)
      .map((name) => `unknown parameter "${shortName(name)}"; accepted: ${accepted}`),
    ...(more > 0 ? [`${more} more unknown parameters`] : []),
  ];
}

/** What a parameter, or an element of it, has to be. */
function expected(
  properties: Readonly<Record<string, PropertySchema>>,
  [name, element]: readonly PropertyKey[],
): string {
  const property = properties[String(name)];
  const schema = element === undefined ? property : property?.items;
  if (schema?.enum !== undefined) return `one of: ${schema.enum.join(', ')}`;
  switch (schema?.type) {
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'array':
      return 'a list';
    default:
      return 'text';
  }
}

/** A text that may be empty for a reason of its own; an empty enum, number or list is an absent one. */
function isFreeText(property: PropertySchema): boolean {
  return property.type === 'string' && property.enum === undefined;
}

function coerce(value: unknown, property: PropertySchema): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  switch (property.type) {
    case 'number':
    case 'integer':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : value;
    case 'boolean':
      if (/^true$/iu.test(text)) return true;
      return /^false$/iu.test(text) ? false : value;
    case 'array':
      return text.startsWith('[') ? parseList(text, value) : value;
    default:
      return value;
  }
}

function parseList(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}

function isEmpty(value: unknown): boolean {
  if (value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

const NAME_LENGTH = 40;

function shortName(name: string): string {
  return name.length <= NAME_LENGTH ? name : `${name.slice(0, NAME_LENGTH)}…`;
}
