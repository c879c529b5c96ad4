import { execFileSync } from 'node:child_process';
import { repositoryRoot } from '../../support/paths';
import { packageExtension, packageScriptedModel } from '../../support/vscode/packages';

/** Packs what the suites install. Runs once, before them. */
export async function setup(): Promise<void> {
  execFileSync(process.execPath, ['esbuild.mjs', '--tests'], { cwd: repositoryRoot, stdio: 'inherit' });
  await packageScriptedModel();
  await packageExtension();
}
