import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../support/paths';

interface Manifest {
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly contributes: Readonly<Record<string, unknown>>;
  readonly enabledApiProposals?: unknown;
}

const manifest = JSON.parse(readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8')) as Manifest;

// The VS Code of the tests lets every proposal through: only the types of the oldest supported one do not.
it('is compiled against the types of the oldest VS Code that it runs in', () => {
  expect(manifest.engines.vscode).toBe(`^${manifest.devDependencies['@types/vscode']}`);
});

it('asks for no proposed API', () => {
  expect(manifest.enabledApiProposals).toBeUndefined();
  expect(Object.keys(manifest.contributes)).not.toContain('languageModelToolSets');
});

it('casts nothing past the types of the API', () => {
  const sources = readdirSync(path.join(repositoryRoot, 'src/vscode'), { recursive: true, encoding: 'utf8' });
  const casting = sources.filter(
    (file) =>
      file.endsWith('.ts') &&
      /\bas (?:any|unknown as)\b/u.test(readFileSync(path.join(repositoryRoot, 'src/vscode', file), 'utf8')),
  );
  expect(casting).toEqual([]);
});
