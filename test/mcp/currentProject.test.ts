import { afterEach, expect, it } from 'vitest';
import { ServerSession, temporaryFolder } from '../support/mcpServer';

const sessions: ServerSession[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
});

it('mem_current_project counts what is here, and says so when not every project fits its answer', async () => {
  const storage = temporaryFolder('mcp-storage-');
  const session = await ServerSession.start({ storage, args: ['--project', 'app', '--tools', 'full'] });
  sessions.push(session);
  await session.ok('mem_save', { title: 'Of the project', content: 'One.' });
  await session.ok('memory', { action: 'save', category: 'other', key: 'pet', value: 'A dog.' });
  const before = await session.ok('mem_current_project', {});
  expect(before).toMatchObject({
    ...{ project: 'app', memories: 1, user_memories: 1, store: storage, tool_set: 'full' },
    available_projects: ['app'],
    project_candidates: [{ name: 'app', memories: 1 }],
  });
  expect(before).not.toHaveProperty('warning');

  for (let at = 0; at < 25; at++) {
    const project = `${'a rather long name '.repeat(6)}${at}`;
    await session.ok('mem_session_start', { id: `session-${at}`, project });
  }
  const answer = await session.ok('mem_current_project', {});
  const shown = answer['available_projects'] as readonly string[];
  expect(shown.length).toBeLessThan(26);
  expect(answer['warning']).toBe(
    `${26 - shown.length} projects are not listed; they can be named all the same.`,
  );
  expect(JSON.stringify(answer).length).toBeLessThan(8 * 1024);
});
