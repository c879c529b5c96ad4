import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

// Usage: node tools/run.mjs FILE.ts [argument ...]
// Runs a TypeScript file of this repository as a program: Node 20 cannot by itself.

const [, , file, ...args] = process.argv;
if (file === undefined) throw new Error('Name the TypeScript file to run.');
const root = path.resolve(import.meta.dirname, '..');
const outfile = path.join(root, 'out/tools', `${path.basename(file, '.ts')}.mjs`);
await esbuild.build({
  absWorkingDir: root,
  entryPoints: [file],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  logLevel: 'warning',
});
process.argv = [process.argv[0], outfile, ...args];
await import(pathToFileURL(outfile).href);
