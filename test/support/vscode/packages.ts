import { createVSIX } from '@vscode/vsce';
import path from 'node:path';
import { outFolder, repositoryRoot } from '../paths';

/** The extension as people install it, after `packageExtension`. */
export const extensionPackage = path.join(repositoryRoot, 'project-memory.vsix');

/** The scripted language model, after `packageScriptedModel`. */
export const scriptedModelPackage = path.join(outFolder, 'scripted-model.vsix');

/** Builds the extension for production and packs it. Needs no network. */
export async function packageExtension(): Promise<void> {
  await createVSIX({
    cwd: repositoryRoot,
    packagePath: extensionPackage,
    dependencies: false,
    allowMissingRepository: true,
  });
}

/** Packs the scripted language model that `node esbuild.mjs --tests` has built. */
export async function packageScriptedModel(): Promise<void> {
  await createVSIX({
    cwd: path.join(outFolder, 'scripted-model'),
    packagePath: scriptedModelPackage,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
}
