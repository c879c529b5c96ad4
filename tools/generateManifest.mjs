import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import * as prettier from 'prettier';

/**
 * Writes the generated part of package.json and the whole of package.nls.json from src/vscode/contributions.ts
 * and the tools. Usage: node tools/generateManifest.mjs
 */
const root = path.dirname(import.meta.dirname);
const scratch = await mkdtemp(path.join(tmpdir(), 'manifest-'));
try {
  const outfile = path.join(scratch, 'manifest.cjs');
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/vscode/manifest.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'warning',
  });
  const module = await import(pathToFileURL(outfile).href);
  const manifest = (module.default ?? module).buildManifest();
  const packageFile = path.join(root, 'package.json');
  const current = JSON.parse(await readFile(packageFile, 'utf8'));
  await writeJson(packageFile, { ...current, ...manifest.package });
  await writeJson(path.join(root, 'package.nls.json'), manifest.texts);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function writeJson(file, value) {
  const options = await prettier.resolveConfig(file);
  await writeFile(file, await prettier.format(JSON.stringify(value), { ...options, filepath: file }));
}
