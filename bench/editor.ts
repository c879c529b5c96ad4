import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createVSIX } from '@vscode/vsce';
import * as esbuild from 'esbuild';
import { extensionPackage, outFolder, repositoryRoot } from '../test/support/paths';
import { runHostTests } from '../test/support/vscode/hostTests';
import { packageExtension } from '../test/support/vscode/packages';

const WINDOWS = 5;
const STORED = 10_000;
const SEED_BATCH = 500;

/** Milliseconds, as `bench/host/activation.ts` writes them. */
interface Activation {
  readonly ours: { readonly wall: number; readonly busy: number };
  readonly bare: { readonly wall: number; readonly busy: number };
}

/** Prints the size of the package and the activation time in a real extension host with 10,000 memories stored. */
export async function run(): Promise<void> {
  await packageExtension();
  const megabytes = statSync(extensionPackage).size / 1e6;
  console.log(`size of the .vsix: ${megabytes.toFixed(2)} MB`);

  await esbuild.build({
    absWorkingDir: repositoryRoot,
    entryPoints: { index: 'bench/host/activation.ts' },
    outdir: path.join(outFolder, 'activation'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['vscode'],
  });
  const scratch = mkdtempSync(path.join(tmpdir(), 'bench-editor-'));
  try {
    const storage = path.join(scratch, 'storage');
    const folder = path.join(scratch, 'workspace');
    mkdirSync(folder);
    await seed(storage, folder);
    const extension = path.join(scratch, 'extension');
    copyExtension(extension);
    const bare = await packBareExtension(scratch);
    const runs: Activation[] = [];
    for (let window = 0; window < WINDOWS; window++)
      runs.push(await activate(extension, bare, storage, folder, scratch));
    const rows = (['wall', 'busy'] as const).map((what) => {
      const ours = median(runs.map((run) => run.ours[what]));
      const least = median(runs.map((run) => run.bare[what]));
      return `${what} ${ours.toFixed(1)} ms, ${least.toFixed(1)} ms, ratio ${(ours / least).toFixed(2)}`;
    });
    console.log(
      `activation with ${STORED} memories stored, ours and an extension that registers one command, ` +
        `median of ${WINDOWS} windows: ${rows.join('; ')}`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** What the package holds, but for the event that activates it before anything could measure that. */
function copyExtension(target: string): void {
  for (const part of ['dist', 'media', 'l10n', 'package.nls.json', 'package.nls.ru.json'])
    cpSync(path.join(repositoryRoot, part), path.join(target, part), { recursive: true });
  const manifest = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as object;
  writeFileSync(path.join(target, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
}

/** The least an extension can do: load, and register one command. */
async function packBareExtension(scratch: string): Promise<string> {
  const folder = path.join(scratch, 'bare');
  mkdirSync(folder);
  const manifest = {
    name: 'bare',
    publisher: 'project-memory-bench',
    version: '1.0.0',
    engines: { vscode: '^1.103.0' },
    main: './index.js',
    extensionKind: ['workspace'],
    activationEvents: [],
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'README.md'), 'A peer to measure beside.');
  writeFileSync(
    path.join(folder, 'index.js'),
    `const vscode = require('vscode');
exports.activate = (context) => context.subscriptions.push(vscode.commands.registerCommand('bare.run', () => undefined));`,
  );
  const packagePath = path.join(scratch, 'bare.vsix');
  await createVSIX({
    cwd: folder,
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}

async function activate(
  extension: string,
  bare: string,
  storage: string,
  folder: string,
  scratch: string,
): Promise<Activation> {
  const result = path.join(scratch, 'activation.json');
  const code = await runHostTests({
    extensionDevelopmentPath: extension,
    extensionTestsPath: path.join(outFolder, 'activation'),
    folder,
    vsix: [bare],
    environment: { ACTIVATION_RESULT: result },
    storage: { extension: 'project-memory.project-memory', from: storage },
    timeout: 120_000,
  });
  if (code !== 0) throw new Error('the extension host did not measure its activation');
  return JSON.parse(readFileSync(result, 'utf8')) as Activation;
}

async function seed(storage: string, folder: string): Promise<void> {
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        path.join(repositoryRoot, 'dist/mcp-server.js'),
        '--storage',
        storage,
        '--workspace',
        folder,
        '--max-calls-per-minute',
        '0',
      ],
      stderr: 'ignore',
    }),
  );
  for (let from = 0; from < STORED; from += SEED_BATCH) {
    await Promise.all(
      Array.from({ length: SEED_BATCH }, (_, at) =>
        client.callTool({
          name: 'mem_save',
          arguments: { title: `Note ${from + at}`, content: `Memory number ${from + at}. `.repeat(25) },
        }),
      ),
    );
  }
  await client.close();
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
