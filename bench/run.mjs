import { mkdir, readdir } from 'node:fs/promises';
import { EventEmitter } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

// Usage: npm run bench [-- NAME ...]
// Runs the benches of this folder: every NAME.ts that exports `run()`, which prints its own table.

// The SDK's client waits with a listener for each call in flight, and a bench has hundreds.
EventEmitter.defaultMaxListeners = 0;

const root = path.resolve(import.meta.dirname, '..');
const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => path.basename(file, '.ts'))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No bench called ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}

const outdir = path.join(root, 'out/bench');
await mkdir(outdir, { recursive: true });
await esbuild.build({
  absWorkingDir: root,
  entryPoints: names.map((name) => `bench/${name}.ts`),
  outdir,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});

for (const name of asked.length > 0 ? asked : names) {
  const bench = await import(pathToFileURL(path.join(outdir, `${name}.mjs`)).href);
  if (typeof bench.run !== 'function') continue;
  console.log(`\n## ${name}`);
  await bench.run();
}
