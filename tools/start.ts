import { spawn, spawnSync } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { downloadAndUnzipVSCode } from '@vscode/test-electron';
import { extensionPackage, repositoryRoot } from '../test/support/paths';
import { windowAddress } from '../test/support/vscode/browser';
import { ensureServer, onPath } from '../test/support/vscode/install';
import { packageExtension } from '../test/support/vscode/packages';
import { startServer } from '../test/support/vscode/server';

// Usage: npm start [-- FOLDER]
// Opens a folder (default: this one) in a VS Code with the extension: the desktop one when `code` is on the PATH, else
// a server with a web address, else a desktop one that is downloaded.

/** Kept the same from one start to the next: the browser keeps what VS Code remembers by the address. */
const PREFERRED_PORT = 7437;

const folder = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), process.argv[2] ?? repositoryRoot);

const code = onPath('code');
if (code !== undefined) await startDesktop(code);
else if (ensureServer(console.log).kind === 'found') await startWeb();
else await startDesktop(await downloadAndUnzipVSCode());

async function startDesktop(program: string): Promise<void> {
  const build = spawnSync(process.execPath, ['esbuild.mjs'], { cwd: repositoryRoot, stdio: 'inherit' });
  if (build.status !== 0) process.exit(1);
  console.log(`Opening ${folder} in the desktop editor ...`);
  const args = [`--extensionDevelopmentPath=${repositoryRoot}`, '--new-window', '--wait', folder];
  const editor = spawn(program, args, { stdio: 'inherit', shell: program.endsWith('.cmd') });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    editor.once('error', reject);
    editor.once('exit', (status) => resolve(status ?? 1));
  });
}

async function startWeb(): Promise<void> {
  await packageExtension();
  const server = await startServer({
    dataDir: path.join(repositoryRoot, '.vscode-test/start'),
    vsix: [extensionPackage],
    trust: false,
    port: (await isFree(PREFERRED_PORT)) ? PREFERRED_PORT : 0,
  });
  console.log(`\nVS Code with the extension, on ${folder}:\n\n  ${windowAddress(server, { folder })}\n`);
  console.log('Ctrl-C ends it.');
  const end = (): void => void server.stop().then(() => process.exit(0));
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
