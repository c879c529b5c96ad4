import { existsSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository, found from this file or from the bundle in out/ that holds it. */
export const repositoryRoot = findRoot(import.meta.dirname);

/** Bundles, reports and packages made for tests. Ignored by git. */
export const outFolder = path.join(repositoryRoot, 'out');

/** The extension as people install it, packed. */
export const extensionPackage = path.join(repositoryRoot, 'project-memory.vsix');

/** The scripted language model, packed. */
export const scriptedModelPackage = path.join(outFolder, 'scripted-model.vsix');

function findRoot(folder: string): string {
  if (existsSync(path.join(folder, 'esbuild.mjs'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder)
    throw new Error('No esbuild.mjs above the test support: run this from the repository.');
  return findRoot(parent);
}
