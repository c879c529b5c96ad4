/** The little of better-sqlite3 that is used here. */
interface NativeStatement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

export interface NativeDatabase {
  exec(sql: string): void;
  prepare(sql: string): NativeStatement;
  close(): void;
}

export type OpenNativeDatabase = new (
  path: string,
  options?: { readonly readonly?: boolean; readonly fileMustExist?: boolean },
) => NativeDatabase;

/**
 * better-sqlite3: SQLite as most other programs have it, compiled for the machine. Undefined where npm could neither
 * download nor compile it, which is no reason to install nothing.
 */
export async function nativeSqlite(): Promise<OpenNativeDatabase | undefined> {
  const name: string = 'better-sqlite3';
  try {
    const { default: Open } = (await import(name)) as { readonly default: OpenNativeDatabase };
    // The package may be there without its binary, which is loaded when the first database is opened.
    new Open(':memory:').close();
    return Open;
  } catch {
    return undefined;
  }
}
