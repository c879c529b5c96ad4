import type { Reader, Row, Transaction } from '../store/types';

/** One move, seen from one of its ends. */
export interface MoveEnd {
  readonly move: string;
  /** Id of the project at the other end. */
  readonly other: string;
  readonly now: string;
}

/**
 * One memory's passage from one database to another, or that of a prompt. Rows stay: a process that was suspended in the middle of a move
 * must find what was done since, and text that is deleted for good is looked for wherever it has been.
 */
export interface PassageRow extends Row {
  readonly id: number;
  readonly move: string;
  /** UUID of the memory, or of the prompt. `WHOLE_PROJECT` for the move as a whole. */
  readonly memory: string;
  /** `none`: it was not there to go. `prompt`: a prompt came or went, or is at both ends since. */
  readonly way: 'in' | 'out' | 'none' | 'prompt';
  /** Id of the project at the other end. */
  readonly other: string;
  /** Of what came in: sequence number of the source when the memory was read there; 0 otherwise. */
  readonly other_sequence: number;
  /** Of what came in, as it came. */
  readonly image_hash: string | null;
  readonly passed_at: string;
}

/** In the place of a memory's UUID: what goes with a project, not with its memories. */
export const WHOLE_PROJECT = '';

export type NewPassage = Pick<PassageRow, 'move' | 'memory' | 'way' | 'other' | 'passed_at'> &
  Partial<Pick<PassageRow, 'id' | 'other_sequence' | 'image_hash'>>;

export function putPassage(tx: Transaction, passage: NewPassage): void {
  tx.put('passage', { other_sequence: 0, image_hash: null, ...passage });
}

export function passageOf(db: Reader, move: string, memory: string): PassageRow | undefined {
  return db.query<PassageRow>('SELECT * FROM passage WHERE move = ? AND memory = ?', [move, memory])[0];
}

/** Ids of the projects at the other end of the passages of these memories and prompts. */
export function placesOf(db: Reader, memories: readonly string[]): readonly string[] {
  const places = new Set<string>();
  for (const memory of memories) {
    const rows = db.query<PassageRow>("SELECT * FROM passage WHERE memory = ? AND way <> 'none'", [memory]);
    for (const { other } of rows) places.add(other);
  }
  return [...places];
}

/** A purged memory leaves no trace of its text, not even a hash. */
export function forgetImages(tx: Transaction, memory: string): void {
  for (const row of tx.query<PassageRow>('SELECT * FROM passage WHERE memory = ?', [memory]))
    if (row.image_hash !== null) tx.put('passage', { ...row, image_hash: null });
}

/** All memories of this database went to another project's, and so do later writes. */
export interface RedirectRow extends Row {
  readonly id: number;
  readonly move: string;
  /** Id of the project. */
  readonly project: string;
  readonly redirected_at: string;
}

export function redirectOf(db: Reader): RedirectRow | undefined {
  return db.query<RedirectRow>('SELECT * FROM redirect LIMIT 1')[0];
}

/** A write to a project that became part of another: it is to be made there. */
export class ProjectMoved extends Error {
  override readonly name = 'ProjectMoved';

  /** `project`: id of the other. */
  constructor(readonly project: string) {
    super(`The project became part of ${project}.`);
  }
}
