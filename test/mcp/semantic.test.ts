import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { WORD_VECTORS_FILE } from '../../src/memory/wordVectorsFile';
import { buildServer, ServerSession, temporaryFolder } from '../support/mcpServer';
import { repositoryRoot } from '../support/paths';

const question = 'как удалять старые журналы';

interface Answer {
  readonly hits: readonly { readonly title: string; readonly why: readonly string[] }[];
}

it('a server finds by meaning with the table beside it, unless the settings of the store say no', async () => {
  const program = await buildServer();
  const shipped = path.join(repositoryRoot, 'tools/semantic', WORD_VECTORS_FILE);
  await copyFile(shipped, path.join(path.dirname(program), WORD_VECTORS_FILE));
  const storage = temporaryFolder('semantic-storage-');
  const session = await ServerSession.start({ storage, program, cwd: temporaryFolder('semantic-folder-') });
  const search = async (): Promise<Answer['hits']> => {
    const { structuredContent } = await session.client.callTool({
      name: 'mem_search',
      arguments: { query: question },
    });
    return (structuredContent as Answer).hits;
  };
  try {
    const saved = await session.client.callTool({
      name: 'mem_save',
      arguments: {
        title: 'Cleaning',
        content: 'We delete old log files every night with a cron job.',
        type: 'decision',
      },
    });
    expect(saved.isError).not.toBe(true);
    // The first search of a process: where words find nothing, it waits for the table.
    const [hit] = await search();
    expect(hit?.title).toBe('Cleaning');
    expect(hit?.why[0]).toBe('meaning');

    await writeFile(path.join(storage, 'settings.json'), JSON.stringify({ search: { semantic: false } }));
    expect(await search()).toEqual([]);
  } finally {
    await session.close();
  }
});
