import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where other clients and hooks find the server: this path stays the same over every update. */
export function launcherPath(storageDirectory: string): string {
  return path.join(storageDirectory, 'bin', 'project-memory.mjs');
}

/**
 * The launcher's text. It runs the server of the installed version in its own process, with the storage it
 * lies in, so that a copied configuration names nothing but the launcher.
 */
export function launcherText(serverFile: string): string {
  return `#!/usr/bin/env node
// Written by the Project Memory extension, and rewritten when it is updated. Starts its MCP server.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const server = ${JSON.stringify(serverFile)};
const storage = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
if (!existsSync(server)) {
  console.error(
    'Project Memory: ' + server + ' is gone. Open the editor once with the extension installed, or install it again.',
  );
  process.exit(2);
}
process.argv.push('--storage', storage);
createRequire(import.meta.url)(server);
`;
}

/** Writes the launcher, whole or not at all. Returns its path. Errors: those of the file system. */
export async function writeLauncher(storageDirectory: string, serverFile: string): Promise<string> {
  const file = launcherPath(storageDirectory);
  const text = launcherText(serverFile);
  if ((await textOf(file)) === text) return file;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${process.pid}.new`;
  await writeFile(unfinished, text, { mode: 0o700 });
  await chmod(unfinished, 0o700);
  await rename(unfinished, file);
  return file;
}

/** After an update: a launcher that somebody uses must lead to the installed version. */
export async function refreshLauncher(storageDirectory: string, serverFile: string): Promise<void> {
  const text = await textOf(launcherPath(storageDirectory));
  if (text === undefined || text === launcherText(serverFile)) return;
  await writeLauncher(storageDirectory, serverFile);
}

async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch(() => undefined);
}
