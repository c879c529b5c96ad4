import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { buildServer } from './mcpServer';

let newerSchema: Promise<string> | undefined;
let newerFormat: Promise<string> | undefined;

/** The server as a later version: every database has one migration more. Path of its mcp-server.js. */
export function serverOfNewerSchema(): Promise<string> {
  return (newerSchema ??= buildServer([
    rewriting(/src.memory.schema\.ts$/, (text) => withOneMore(text, 'memoryMigrations', 'memory')),
    rewriting(/src.project.catalogSchema\.ts$/, (text) => withOneMore(text, 'catalogMigrations', 'project')),
  ]));
}

/** The server as a later version whose files look different. Path of its mcp-server.js. */
export function serverOfNewerFormat(): Promise<string> {
  return (newerFormat ??= buildServer([
    rewriting(/src.store.base\.ts$/, (text) => replaced(text, 'const FORMAT = 1;', 'const FORMAT = 2;')),
  ]));
}

function withOneMore(text: string, list: string, table: string): string {
  return `${replaced(text, `export const ${list}`, 'const released')}
    export const ${list}: readonly Migration[] = [
      ...released,
      {
        version: Math.max(...released.map(({ version }) => version)) + 1,
        up(db) {
          db.exec("ALTER TABLE ${table} ADD COLUMN later TEXT");
          db.exec("UPDATE ${table} SET later = 'migrated'");
        },
      },
    ];`;
}

function replaced(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`There is no ${JSON.stringify(what)} to replace.`);
  return text.replace(what, by);
}

function rewriting(filter: RegExp, change: (text: string) => string): Plugin {
  return {
    name: `rewriting ${filter.source}`,
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => ({
        contents: change(await readFile(path, 'utf8')),
        loader: 'ts',
      }));
    },
  };
}
