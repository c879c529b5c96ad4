import { StoreError } from '../store/types';
import type { ArgumentsEnvironment } from './arguments';

/** Exit statuses. */
export const OK = 0;
/** The program worked, and what it was to look at or to do is not in order. */
export const FAILED = 1;
/** Bad arguments: the status that shells and getopt programs use for them. */
export const USAGE_ERROR = 2;

/** What a subcommand may use. */
export interface CommandEnvironment extends Pick<ArgumentsEnvironment, 'cwd' | 'look'> {
  /** Path of sql-wasm.wasm. */
  readonly wasmFile: string;
  /** To standard output. */
  readonly print: (text: string) => void;
  /** To standard error. */
  readonly complain: (message: string) => void;
}

/** Parses its own arguments, does its work, and answers the exit status. */
export type Command = (argv: readonly string[], environment: CommandEnvironment) => Promise<number>;

/** One sentence for the person, with the code where there is one. */
export function explainFailure(error: unknown): string {
  if (error instanceof StoreError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
