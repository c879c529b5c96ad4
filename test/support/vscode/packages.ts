import { createVSIX } from '@vscode/vsce';
import path from 'node:path';
import { extensionPackage, outFolder, repositoryRoot, scriptedModelPackage } from '../paths';

/** Builds the extension for production and packs it. Needs no network. */
export async function packageExtension(): Promise<void> {
  await createVSIX({
    cwd: repositoryRoot,
    packagePath: extensionPackage,
    dependencies: false,
    allowMissingRepository: true,
    rewriteRelativeLinks: false,
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
