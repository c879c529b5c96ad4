import type { Locator } from './types';

/** A project as a change names it: its id, and what it was called then. */
export interface NamedProject {
  /** UUID v4. */
  readonly id: string;
  readonly name: string;
}

/** One project's part in a merge: `move` carries its memories over. */
export interface MergedProject extends NamedProject {
  readonly move: string;
}

/** What a person or an agent did to projects, with all that is needed to take it back. */
export type ChangeDetails =
  | { readonly kind: 'rename'; readonly project: NamedProject; readonly to: string }
  | { readonly kind: 'merge'; readonly sources: readonly MergedProject[]; readonly target: NamedProject }
  | {
      readonly kind: 'move';
      readonly move: string;
      readonly source: NamedProject;
      readonly target: NamedProject;
      /** How many memories. */
      readonly count: number;
    }
  | { readonly kind: 'split'; readonly source: NamedProject; readonly target: NamedProject }
  | {
      readonly kind: 'forget';
      readonly project: NamedProject;
      /** Projects that had become part of it. */
      readonly parts: readonly NamedProject[];
      /** The places that led to it and its parts; `project` is an id. */
      readonly locators: readonly (Locator & { readonly project: string })[];
    };

export interface ProjectChange {
  /** UUID v4. */
  readonly id: string;
  readonly details: ChangeDetails;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** `person`, `chat tool`, or the MCP client's name. */
  readonly by: string;
}

/** Which memories a move is about. */
export type MovedMemories =
  /** Whatever the source holds; from the beginning of the move on, writes to the source go to the target. */
  | { readonly kind: 'all' }
  | { readonly kind: 'listed'; readonly ids: readonly string[] }
  /** Those that went from the target to the source by an earlier move. */
  | { readonly kind: 'returning'; readonly move: string };

/** A move of memories between the databases of two projects that is written down and may be unfinished. */
export interface MoveIntent {
  /** UUID v4: names the move in both databases. */
  readonly id: string;
  readonly source: NamedProject;
  readonly target: NamedProject;
  readonly what: MovedMemories;
}

/** An expected refusal: nothing was changed. */
export interface ChangeRefusal {
  readonly kind: 'refused';
  readonly reason: 'unknown_project' | 'invalid_project' | 'unfinished' | 'nothing_to_undo';
  /** What is wrong, and what to do. */
  readonly message: string;
}
