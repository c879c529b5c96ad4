import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../support/paths';

it('the example of the README finds what it says', async () => {
  const room = path.join(repositoryRoot, 'src/search');
  const readme = readFileSync(path.join(room, 'README.md'), 'utf8');
  const [, example = '', said = ''] = /```ts\n([^`]*\/\/ (.*)\n)```/.exec(readme) ?? [];
  const { outputFiles } = await esbuild.build({
    stdin: { contents: example, resolveDir: room, loader: 'ts' },
    bundle: true,
    format: 'esm',
    write: false,
    // It needs nothing of Node, as the README says.
    platform: 'neutral',
    mainFields: ['module', 'main'],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? '').toString('base64');
  const { ids } = (await import(`data:text/javascript;base64,${code}`)) as { readonly ids: unknown };
  expect(ids).toEqual(said.split(', '));
});
