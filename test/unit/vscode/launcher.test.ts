import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launcherPath, launcherText, refreshLauncher, writeLauncher } from '../../../src/vscode/launcher';

const run = promisify(execFile);

describe('the launcher for other clients', () => {
  let folder: string;
  let storage: string;
  let server: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'launcher-'));
    storage = path.join(folder, 'a storage with $& in it');
    server = path.join(folder, 'mcp "server".js');
    await writeFile(server, 'console.log(JSON.stringify(process.argv.slice(2)));');
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('runs the server with the storage it lies in, and with its own arguments', async () => {
    const file = await writeLauncher(storage, server);
    expect(file).toBe(launcherPath(storage));
    const { stdout } = await run(process.execPath, [file, '--tools', 'core']);
    expect(JSON.parse(stdout)).toEqual(['--tools', 'core', '--storage', storage]);
    expect((await stat(file)).mode & 0o777).toBe(0o700);
  });

  it('leads to the new version after an update', async () => {
    const file = await writeLauncher(storage, path.join(folder, 'old.js'));
    await refreshLauncher(storage, server);
    expect(await readFile(file, 'utf8')).toBe(launcherText(server));
  });

  it('is not written by an update when nobody asked for it', async () => {
    await refreshLauncher(storage, server);
    await expect(stat(launcherPath(storage))).rejects.toThrow('ENOENT');
  });

  it('says what to do when the extension is gone', async () => {
    const file = await writeLauncher(storage, server);
    await unlink(server);
    const failed = await run(process.execPath, [file]).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 2, stdout: '' });
    expect((failed as { stderr: string }).stderr).toContain('install it again');
  });
});
