/** One step of a script: a tool to call, and its input as written. */
export interface Step {
  readonly tool: string;
  readonly input: unknown;
}

/**
 * Reads the steps of a message: every `CALL tool {json}`, on one line or several. Throws a SyntaxError on JSON that
 * does not parse.
 */
export function parseScript(text: string): readonly Step[] {
  const steps: Step[] = [];
  for (const call of text.matchAll(/\bCALL\s+([\w.-]+)\s+(?=\{)/g)) {
    const [, tool = ''] = call;
    steps.push({ tool, input: JSON.parse(leadingObject(text.slice(call.index + call[0].length))) });
  }
  return steps;
}

/** Replaces every string `$LAST.path[0].name` in `input` by what stands at that path of the last result. */
export function resolveReferences(input: unknown, last: unknown): unknown {
  if (typeof input === 'string') {
    const path = /^\$LAST((?:\.\w+|\[\d+\])*)$/.exec(input)?.[1];
    return path === undefined ? input : valueAt(last, path);
  }
  if (Array.isArray(input)) return input.map((item) => resolveReferences(item, last));
  if (typeof input === 'object' && input !== null) {
    return Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, resolveReferences(value, last)]),
    );
  }
  return input;
}

/** The JSON object in the text of a tool's result; undefined when it holds none. */
export function parseResult(text: string): unknown {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  try {
    return JSON.parse(leadingObject(text.slice(start)));
  } catch {
    return undefined;
  }
}

function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const [, name, index] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    const container = current as Record<string, unknown> | undefined;
    current = container?.[name ?? index ?? ''];
  }
  if (current === undefined) throw new Error(`The last tool result has no ${path}: ${JSON.stringify(value)}`);
  return current;
}

/** The text from its first character, `{`, to the brace that closes it. */
function leadingObject(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}
