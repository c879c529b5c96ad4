/** Tools that save, and the statuses of their answers with which nothing was. */
const SAVING = new Set(['mem_save', 'memory', 'remember']);
const NOT_SAVED = new Set<unknown>(['deduplicated', 'unchanged']);

/**
 * Id of the memory that a call of a tool has saved. Undefined: it saved none.
 * @param answer the data that the tool answered with, no refusal
 */
export function savedId(
  tool: string,
  answer: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  if (!SAVING.has(tool) || answer === undefined || NOT_SAVED.has(answer['status'])) return undefined;
  const observation: unknown = answer['observation'];
  const holder = typeof observation === 'object' && observation !== null ? observation : answer;
  const id: unknown = Reflect.get(holder, 'id');
  return typeof id === 'string' ? id : undefined;
}
