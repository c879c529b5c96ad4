import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as esbuild from 'esbuild';
import { extensionPackage, outFolder, repositoryRoot, scriptedModelPackage } from '../test/support/paths';
import { runHostTests } from '../test/support/vscode/hostTests';
import { packageExtension, packageScriptedModel } from '../test/support/vscode/packages';

const WINDOWS = 5;
const STORED = 10_000;
const SEED_BATCH = 500;

/** Milliseconds, as `bench/host/activation.ts` writes them. */
interface Activation {
  readonly ours: number;
  readonly bare: number;
}

/** Prints the size of the package and the activation time in a real extension host with 10,000 memories stored. */
export async function run(): Promise<void> {
  await packageExtension();
  await packageScriptedModel();
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
    const runs: Activation[] = [];
    for (let window = 0; window < WINDOWS; window++) runs.push(await activate(storage, folder, scratch));
    const ours = median(runs.map((run) => run.ours));
    const bare = median(runs.map((run) => run.bare));
    console.log(
      `activation with ${STORED} memories stored, median of ${WINDOWS} windows: ours ${ours.toFixed(1)} ms, ` +
        `an extension that registers one thing ${bare.toFixed(1)} ms (load and activate)`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function activate(storage: string, folder: string, scratch: string): Promise<Activation> {
  const result = path.join(scratch, 'activation.json');
  const code = await runHostTests({
    extensionDevelopmentPath: repositoryRoot,
    extensionTestsPath: path.join(outFolder, 'activation'),
    folder,
    vsix: [scriptedModelPackage],
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
      args: [path.join(repositoryRoot, 'dist/mcp-server.js'), '--storage', storage, '--workspace', folder],
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
