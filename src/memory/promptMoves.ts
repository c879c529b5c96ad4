import type { Reader, Transaction } from '../store/types';
import { passageOf, putPassage, redirectOf, type MoveEnd } from './passages';
import { promptByUuid, type PromptRow } from './prompts';

/**
 * Puts a prompt beside a memory that answers it and has come here, once a move. A text that was deleted for good here
 * stays away. Two databases have no common order, so it stands behind the last prompt here that was recorded before it.
 */
export function bringPrompt(tx: Transaction, end: MoveEnd, prompt: PromptRow | undefined): void {
  if (prompt === undefined || passageOf(tx, end.move, prompt.uuid) !== undefined) return;
  const { id: _, ...row } = prompt;
  const purged = tx.query('SELECT 1 FROM tombstone WHERE uuid = ?', [prompt.uuid]).length > 0;
  if (!purged && promptByUuid(tx, prompt.uuid) === undefined) {
    const [before] = tx.query<PromptRow>(
      'SELECT * FROM prompt WHERE created_at <= ? ORDER BY created_at DESC, id DESC LIMIT 1',
      [prompt.created_at],
    );
    tx.put('prompt', { ...row, sequence: before?.sequence ?? 0 });
  }
  putPromptPassage(tx, end, prompt.uuid);
}

/** Removes a prompt whose memory has left, unless another memory here answers it too: then both ends have it. */
export function leavePrompt(tx: Transaction, end: MoveEnd, uuid: string | null): void {
  const prompt = uuid === null ? undefined : promptByUuid(tx, uuid);
  if (prompt === undefined) return;
  const linked = tx.query('SELECT 1 FROM memory WHERE prompt_id = ? LIMIT 1', [prompt.uuid]).length > 0;
  if (!linked) tx.delete('prompt', prompt.id);
  if (passageOf(tx, end.move, prompt.uuid) === undefined) putPromptPassage(tx, end, prompt.uuid);
}

/** The same for a prompt that goes by itself: what a latecomer finds done stays as it is. */
export function departPrompt(tx: Transaction, end: MoveEnd, uuid: string): void {
  if (passageOf(tx, end.move, uuid) === undefined) leavePrompt(tx, end, uuid);
}

/** The next prompts that no memory took along, in their order; none when the move was taken back. */
export function remainingPrompts(db: Reader, move: string, limit: number): readonly string[] {
  if (redirectOf(db)?.move !== move) return [];
  return db
    .query<{ uuid: string }>(
      `SELECT uuid FROM prompt WHERE NOT EXISTS (SELECT 1 FROM passage WHERE move = ? AND memory = prompt.uuid)
       ORDER BY sequence, id LIMIT ?`,
      [move, limit],
    )
    .map(({ uuid }) => uuid);
}

/** Prompts that left by a move, behind the passage `after`. */
export function departedPrompts(
  db: Reader,
  move: string,
  after: number,
  limit: number,
): readonly { readonly id: number; readonly memory: string }[] {
  return db.query<{ id: number; memory: string }>(
    "SELECT id, memory FROM passage WHERE move = ? AND way = 'prompt' AND id > ? ORDER BY id LIMIT ?",
    [move, after, limit],
  );
}

function putPromptPassage(tx: Transaction, { move, other, now }: MoveEnd, uuid: string): void {
  putPassage(tx, { move, memory: uuid, way: 'prompt', other, passed_at: now });
}
