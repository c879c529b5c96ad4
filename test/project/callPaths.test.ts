import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NodeFilePort } from '../../src/project/nodeFilePort';
import { ProjectResolver } from '../../src/project/projectResolver';
import { memSave } from '../../src/tools/memSave';
import { runTool } from '../../src/tools/runTool';
import { repository } from '../support/gitRepository';
import { HostFixture } from '../support/hostFixture';
import { temporaryFolder } from '../support/mcpServer';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterAll(async () => {
  await fixture.dispose();
  await fixture.stop();
});

it('a selection that a person saves belongs to the project that its file lies in', async () => {
  const root = realpathSync(temporaryFolder('selection-'));
  const folders = ['one', 'two'].map((name) => repository(path.join(root, name)));
  mkdirSync(path.join(root, 'two', 'src'));
  writeFileSync(path.join(root, 'two', 'src', 'only.ts'), '');
  for (const name of ['one', 'two']) writeFileSync(path.join(root, name, 'both.ts'), '');
  const host = fixture.host();
  const projects = new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => host.catalog(),
    folders: () => folders,
    home: path.join(root, 'home'),
    trusted: () => true,
    now: () => new Date(),
  });
  const save = async (sourceId: string): Promise<unknown> => {
    const context = { host, projects, savedBy: 'person', toolSet: 'core', sourceId } as const;
    const reply = await runTool(memSave, { title: 'Selected', content: `From ${sourceId}.` }, context);
    return JSON.parse(reply.texts[0] ?? '');
  };
  expect(await save('src/only.ts#L3-L9')).toMatchObject({
    project: 'two',
    project_source: 'call_path',
    project_path: folders[1],
  });
  expect(await save('both.ts#L1')).toMatchObject({ error: { code: 'ambiguous_project' } });
});
