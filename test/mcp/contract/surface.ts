import type { Person, StoreFault } from './row';

/** Beside the parameters of a call. */
export interface CallOptions {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly cancelled?: boolean;
}

export interface Reply {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly structured?: Readonly<Record<string, unknown>>;
}

/** One process that serves the tools. */
export interface Program {
  call(tool: string, input: Readonly<Record<string, unknown>>, options: CallOptions): Promise<Reply>;
  /** Opens another folder in place of the one before; none: an empty window. */
  open(folders: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface ProgramOptions {
  readonly storage: string;
  readonly folders: readonly string[];
  readonly person?: Person;
  /** Whether the settings of the store count for the number of calls, of which the other rows make many. */
  readonly callsLimited?: true;
  /** What its store suffers from. It is as it should be until `spoilStore` has been called. */
  readonly fault?: StoreFault;
}

/** A way in which agents reach the tools. */
export interface Surface {
  readonly name: string;
  /** Names of the tools it serves. */
  readonly tools: ReadonlySet<string>;
  /** What beyond plain calls it can do; rows that need more are not for it. */
  readonly can: {
    readonly passTime: boolean;
    readonly serve: boolean;
    readonly sendMeta: boolean;
    readonly cancel: boolean;
    readonly askPerson: boolean;
    readonly faults: readonly StoreFault[];
  };
  start(options: ProgramOptions): Promise<Program>;
  /** Lets time go by for all its processes. */
  pass(minutes: number): void;
}
