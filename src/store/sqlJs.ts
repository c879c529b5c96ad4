import { readFile } from 'node:fs/promises';
import initSqlJs from 'sql.js';

/** The part of sql.js 1.17 that the store uses; its published types miss the BigInt option. */
export interface SqlJsStatement {
  bind(values: readonly unknown[]): boolean;
  step(): boolean;
  get(params: null, config: { readonly useBigInt: boolean }): unknown[];
  getColumnNames(): string[];
  /** The text of this statement alone, though more followed where it was prepared. */
  getSQL(): string;
  reset(): void;
  free(): boolean;
}

export interface SqlJsDatabase {
  run(sql: string): unknown;
  prepare(sql: string): SqlJsStatement;
  export(): Uint8Array;
  close(): void;
}

export interface SqlJs {
  readonly Database: new (bytes?: Uint8Array) => SqlJsDatabase;
}

let loading: Promise<SqlJs> | undefined;

/**
 * Loads the WebAssembly of sql.js, once per process (and per worker thread): every database shares its heap.
 * sql.js 1.17 adds no handler to `process`, so nothing has to be taken back after loading.
 */
export function loadSqlJs(wasmFile: string): Promise<SqlJs> {
  loading ??= load(wasmFile).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(wasmFile: string): Promise<SqlJs> {
  const wasm = await readFile(wasmFile);
  const binary = wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength);
  return (await initSqlJs({ wasmBinary: binary })) as unknown as SqlJs;
}
