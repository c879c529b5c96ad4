import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { forgetMemories } from '../../src/memory/forgetting';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { saveObservation } from '../../src/memory/observations';
import {
  copySessions,
  endSession,
  ensureSession,
  lastSessions,
  purgeSummaries,
} from '../../src/memory/sessions';
import type { SessionRow } from '../../src/memory/sessions';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const app: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };
const api: Area = { kind: 'project', id: '22222222-2222-4222-8222-222222222222', name: 'api' };
const HOUR = 3_600;

async function start(host: MemoryHost, id: string, area = app): Promise<SessionRow> {
  fixture.pass(HOUR);
  return host.use(area, (opened) =>
    opened.write((tx) => ensureSession(tx, id, '/code/app', host.timestamp())),
  );
}

async function end(host: MemoryHost, id: string, summary?: string): Promise<SessionRow> {
  const now = host.timestamp();
  return host.use(app, (opened) =>
    opened.write((tx) => endSession(tx, ensureSession(tx, id, undefined, now), summary, now)),
  );
}

async function summarise(host: MemoryHost, sessionId: string, content: string): Promise<string> {
  const input = { title: content, content, type: 'session_summary', scope: 'project', savedBy: 'test' };
  const saved = await host.use(app, (opened) =>
    opened.write((tx) =>
      saveObservation(tx, { ...input, sessionId }, () => false, host.timestamp(), host.now()),
    ),
  );
  return saved.row.uuid;
}

async function last(host: MemoryHost, limit = 10, area = app): Promise<readonly (readonly unknown[])[]> {
  const found = await host.use(area, (opened) =>
    opened.read((db) => lastSessions(db, limit, host.timestamp())),
  );
  return found.map(({ session, summary }) => [session.session_id, summary]);
}

describe('a session', () => {
  it('is started once, whoever starts it again and when', async () => {
    const [one, other] = [fixture.host(), fixture.host()];
    const first = await start(one, 'walk');
    expect(await start(other, 'walk')).toEqual(first);
  });

  it('ends once; a later summary replaces an earlier one, none keeps it', async () => {
    const host = fixture.host();
    const started = await start(host, 'walk');
    const ended = await end(host, 'walk', 'Saw a heron.');
    expect(ended).toMatchObject({ started_at: started.started_at, summary: 'Saw a heron.' });
    fixture.pass(HOUR);
    expect(await end(host, 'walk')).toEqual(ended);
    expect(await end(host, 'walk', 'Saw two herons.')).toEqual({ ...ended, summary: 'Saw two herons.' });
    expect(await start(host, 'walk')).toMatchObject({ ended_at: ended.ended_at });
  });
});

describe('the last sessions', () => {
  it('come newest first, as many as asked for', async () => {
    const host = fixture.host();
    for (const id of ['one', 'two', 'three']) await start(host, id);
    await end(host, 'two', 'Done.');
    expect(await last(host)).toEqual([
      ['three', undefined],
      ['two', 'Done.'],
      ['one', undefined],
    ]);
    expect(await last(host, 2)).toHaveLength(2);
    expect(await last(host, 0)).toEqual([]);
  });

  it('show the newest summary among the memories where their end said none', async () => {
    const host = fixture.host();
    await start(host, 'walk');
    await summarise(host, 'walk', 'First half of the walk');
    const second = await summarise(host, 'walk', 'Second half of the walk');
    await summarise(host, 'run', 'Of another session');
    expect(await last(host)).toEqual([['walk', 'Second half of the walk']]);
    await host.use(app, (opened) =>
      opened.write((tx) => forgetMemories(tx, [second], 'test', host.timestamp())),
    );
    expect(await last(host)).toEqual([['walk', 'First half of the walk']]);
    await end(host, 'walk', 'The whole walk');
    expect(await last(host)).toEqual([['walk', 'The whole walk']]);
  });

  it('leave out that of saves without a session, until it has a summary', async () => {
    const host = fixture.host();
    await start(host, 'manual-save-app');
    await start(host, 'walk');
    expect(await last(host)).toEqual([['walk', undefined]]);
    await summarise(host, 'manual-save-app', 'What was done without a session');
    expect(await last(host)).toEqual([
      ['walk', undefined],
      ['manual-save-app', 'What was done without a session'],
    ]);
  });
});

describe('a summary', () => {
  it('goes with a text that it repeats from word to word, and stays with any other', async () => {
    const host = fixture.host();
    const summaries = {
      repeats: 'We saw:  The HERON\nnests here. Then we left.',
      whole: 'the heron nests here.',
      says: 'Herons nest here, and the heron nests there.',
      five: 'Ran 5 tests.',
      fifteen: 'Ran 15 tests in 50 seconds.',
      russian: 'Цапля гнездится у озера, дальше лес.',
    };
    for (const [id, summary] of Object.entries(summaries)) await end(host, id, summary);
    await host.use(app, (opened) =>
      opened.write((tx) => {
        purgeSummaries(tx, ['The heron nests here.', '5', ' цапля  гнездится ', ' ']);
      }),
    );
    const left = await last(host);
    expect(left.filter(([, summary]) => summary !== undefined)).toEqual([
      ['fifteen', summaries.fifteen],
      ['says', summaries.says],
    ]);
    expect(left).toHaveLength(6);
  });
});

describe('sessions of another project', () => {
  it('stand among those here by when they were started, and double none', async () => {
    const host = fixture.host();
    for (const [id, area] of [
      ['1 api', api],
      ['2 app', app],
      ['3 api', api],
      ['4 api', api],
      ['5 app', app],
      ['6 api', api],
      ['7 app', app],
    ] as const)
      await start(host, id, area);
    const there = await host.use(api, (opened) =>
      opened.read((db) => db.query<SessionRow>('SELECT * FROM session ORDER BY id DESC')),
    );
    for (let times = 0; times < 2; times++) {
      await host.use(app, (opened) =>
        opened.write((tx) => {
          copySessions(tx, there);
        }),
      );
      expect((await last(host)).map(([id]) => id)).toEqual([
        '7 app',
        '6 api',
        '5 app',
        '4 api',
        '3 api',
        '2 app',
        '1 api',
      ]);
    }
    await start(host, '8 app');
    expect((await last(host, 2)).map(([id]) => id)).toEqual(['8 app', '7 app']);
  });
});
