import type { Pattern, Placeholder } from './row';

/** Answers of earlier steps, by their names. */
export type Answers = ReadonlyMap<string, unknown>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/u;

/** Where `actual` is not what the pattern says; empty when it is. Each difference begins with its path. */
export function differences(
  pattern: Pattern,
  actual: unknown,
  answers: Answers,
  path = 'answer',
): readonly string[] {
  const told = (expected: string): readonly string[] => [`${path}: ${expected}, not ${shown(actual)}`];
  if (pattern instanceof RegExp)
    return typeof actual === 'string' && pattern.test(actual) ? [] : told(`a text like ${String(pattern)}`);
  if (typeof pattern !== 'object' || pattern === null)
    return Object.is(pattern, actual) ? [] : told(shown(pattern));
  if (isList(pattern)) {
    if (!Array.isArray(actual)) return told('a list');
    if (actual.length !== pattern.length) return told(`a list of ${pattern.length}`);
    return pattern.flatMap((item, at) => differences(item, actual[at], answers, `${path}[${at}]`));
  }
  if (isPlaceholder(pattern)) return againstPlaceholder(pattern, actual, answers, path);
  if (typeof actual !== 'object' || actual === null || Array.isArray(actual)) return told('an object');
  return Object.entries(pattern).flatMap(([field, value]) =>
    differences(value, (actual as Record<string, unknown>)[field], answers, `${path}.${field}`),
  );
}

/** The value at `first.observation.id`, or `first.hits.0.id`, of the answers. */
export function lookUp(path: string, answers: Answers): unknown {
  const [name = '', ...fields] = path.split('.');
  if (!answers.has(name)) throw new Error(`No earlier step is called ${name}.`);
  let value = answers.get(name);
  for (const field of fields) value = (value as Record<string, unknown> | undefined)?.[field];
  if (value === undefined) throw new Error(`The answer ${name} has no ${fields.join('.')}.`);
  return value;
}

function againstPlaceholder(
  placeholder: Placeholder,
  actual: unknown,
  answers: Answers,
  path: string,
): readonly string[] {
  const told = (expected: string): readonly string[] => [`${path}: ${expected}, not ${shown(actual)}`];
  if ('from' in placeholder) {
    const value = lookUp(placeholder.from, answers) as Pattern;
    return differences(value, actual, answers, path);
  }
  if ('has' in placeholder) {
    const items: readonly unknown[] = Array.isArray(actual) ? actual : [];
    return placeholder.has
      .filter((item) => !items.some((one) => differences(item, one, answers).length === 0))
      .flatMap((item) => told(`a list that has ${shown(item)}`));
  }
  if ('lacks' in placeholder) {
    if (!Array.isArray(actual)) return told('a list');
    return placeholder.lacks
      .filter((item) => actual.some((one) => differences(item, one, answers).length === 0))
      .flatMap((item) => told(`a list without ${shown(item)}`));
  }
  if ('length' in placeholder)
    return Array.isArray(actual) && actual.length === placeholder.length
      ? []
      : told(`a list of ${placeholder.length}`);
  if ('least' in placeholder)
    return typeof actual === 'number' && actual >= placeholder.least && actual <= placeholder.most
      ? []
      : told(`a number from ${placeholder.least} to ${placeholder.most}`);
  switch (placeholder.is) {
    case 'uuid':
      return typeof actual === 'string' && UUID.test(actual) ? [] : told('a UUID v4');
    case 'time':
      return typeof actual === 'string' && TIME.test(actual) ? [] : told('a time in UTC with microseconds');
    case 'absent':
      return actual === undefined ? [] : told('nothing');
    case 'text':
      return typeof actual === 'string' && actual.trim() !== '' ? [] : told('a text');
    case 'number':
      return typeof actual === 'number' ? [] : told('a number');
  }
}

function isList(pattern: object): pattern is readonly Pattern[] {
  return Array.isArray(pattern);
}

const PLACEHOLDER_FIELDS = ['is', 'from', 'has', 'lacks', 'length', 'least', 'most'];

function isPlaceholder(pattern: object): pattern is Placeholder {
  const fields = Object.keys(pattern);
  return fields.length > 0 && fields.every((field) => PLACEHOLDER_FIELDS.includes(field));
}

const SHOWN = 600;

function shown(value: unknown): string {
  const json = value instanceof RegExp ? String(value) : (JSON.stringify(value) ?? 'nothing');
  return json.length <= SHOWN ? json : `${json.slice(0, SHOWN)}…`;
}
