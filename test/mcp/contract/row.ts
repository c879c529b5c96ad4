/**
 * The contract of the tools is written down in pages: a manual for each of `memory`, `mem_save` and `remember`, one
 * page on all tools, and one on the rest of the family. A row of the table holds a sentence of them to what a server
 * does, as data: the calls, and what they must answer.
 */
export type Page = 'memory' | 'mem_save' | 'remember' | 'tools' | 'family';

export const pages: readonly Page[] = ['memory', 'mem_save', 'remember', 'tools', 'family'];

/** `tools#42`: the page, and the number of the sentence as tools/pageSentences.ts counts. */
export type SentenceId = `${Page}#${number}`;

export interface Row {
  /** The sentences that the row holds, or holds a part of. */
  readonly keeps: readonly SentenceId[];
  /** The promise, in words of our own. Unique in the table. */
  readonly promise: string;
  /** What the server finds when it starts; by default an empty folder of its own. */
  readonly place?: Place;
  /** How the person answers who is asked; by default nobody can be asked. */
  readonly person?: Person;
  /** What the person has set for the store. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What servers do and the editor leaves to the person. */
  readonly onlyServers?: true;
  /** Whether it needs a store and a process that no other row uses. */
  readonly alone?: boolean;
  readonly steps: readonly Step[];
}

export type Place =
  | 'a folder'
  | 'a repository'
  | 'two repositories'
  | 'a folder whose declaration is broken'
  | 'no folder'
  | StoreFault;

/** Stores that cannot be used as they should. */
export type StoreFault =
  | 'a store of a newer version'
  | 'a store that may not be written'
  | 'a file where the store should be'
  | 'a store that others always write to first';

export type Person = 'closes the form' | 'wants no memory here' | 'agrees';

/** Paths are from the folder that is opened. */
export type Step =
  | Call
  | FileChange
  | { readonly passMinutes: number }
  /** Of the process; the row is alone. */
  | { readonly restart: true }
  /** What the person does at the sidebar. */
  | { readonly deleteWorkspace: string };

export type FileChange =
  | { readonly write: string; readonly text: string }
  | { readonly remove: string }
  | { readonly link: string; readonly to: string };

export type Caller =
  'another process' | 'a process in another folder' | 'a process in front' | 'a process in back';

export interface Call {
  readonly call: string;
  readonly input: Input;
  /** Beside the parameters, as a client sends it: `x-idempotency-key`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Which process is called; another one has the same store and the same folder unless told otherwise. */
  readonly by?: Caller;
  /** Repeated until it answers so: what other processes tell of themselves arrives later. */
  readonly until?: true;
  /** The client gives the call up before it is handled. */
  readonly cancelled?: true;
  /** Later steps refer to the answer by this name. */
  readonly as?: string;
  /** What the structured answer holds at least. */
  readonly answers?: Pattern;
  /** Every field the answer may have; those with `?` may be missing. */
  readonly fields?: readonly string[];
  /** The error: a code, and what is in its envelope. Absent: the call succeeds. */
  readonly fails?: Failure;
  /** Of the reply, in bytes of text. */
  readonly atMostBytes?: number;
  /** The reply is kept as a golden text of this name. */
  readonly golden?: string;
}

/** `remember` says the text of its page instead of an envelope: then `text` is all of its first block. */
export interface Failure {
  readonly code?: string;
  readonly says?: RegExp;
  readonly text?: string | RegExp;
  /** What stands beside `error`. */
  readonly details?: Pattern;
}

/** A value of the input; `{ from: 'first.id' }` takes it from the answer of an earlier step. */
export type Input = Readonly<Record<string, unknown>>;

/** A value stands for itself, an object for one that has at least these fields, a list for one of these elements. */
export type Pattern =
  | string
  | number
  | boolean
  | null
  /** A text that matches. */
  | RegExp
  | Placeholder
  | readonly Pattern[]
  | { readonly [field: string]: Pattern };

export type Placeholder =
  | { readonly is: 'uuid' | 'time' | 'text' | 'number' | 'absent' }
  /** The same value as in the answer of an earlier step. */
  | { readonly from: string }
  /** A list that has these among others. */
  | { readonly has: readonly Pattern[] }
  /** A list without any of these. */
  | { readonly lacks: readonly Pattern[] }
  | { readonly length: number }
  | { readonly least: number; readonly most: number };

export const uuid = { is: 'uuid' } as const;
export const time = { is: 'time' } as const;
export const text = { is: 'text' } as const;
export const number = { is: 'number' } as const;
export const absent = { is: 'absent' } as const;

export function from(path: string): { readonly from: string } {
  return { from: path };
}

export function has(...items: readonly Pattern[]): Placeholder {
  return { has: items };
}

export function lacks(...items: readonly Pattern[]): Placeholder {
  return { lacks: items };
}

/** A sentence of a page that no row can hold, and why. */
export interface Unheld {
  readonly sentences: readonly SentenceId[];
  readonly why: string;
}

/** Sentences that tests of another kind hold: of the editor, of processes, of sizes. */
export interface HeldElsewhere {
  readonly sentences: readonly SentenceId[];
  /** Paths of test files from the root of the repository. */
  readonly tests: readonly string[];
}
