import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { lastPrompts, promptToLink, recordPrompt, RecordedPrompts } from '../../src/memory/prompts';
import { isoMicroseconds } from '../../src/memory/timestamp';
import type { Area } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };
const MINUTE = 60;

/** The one clock of this file: it stands still but for `pass`. */
let clock = new Date('2026-03-01T10:00:00Z');
function pass(seconds: number): void {
  clock = new Date(clock.getTime() + seconds * 1_000);
}

/** `ahead`: by how many seconds the clock of this process is ahead. */
async function record(host: MemoryHost, sessionId: string, content: string, ahead = 0): Promise<string> {
  const prompt = { sessionId, content, savedBy: 'test' };
  const date = new Date(clock.getTime() + ahead * 1_000);
  const row = await host.use(project, (area) =>
    area.write((tx) => recordPrompt(tx, prompt, isoMicroseconds(date), date)),
  );
  return row.uuid;
}

const count = (host: MemoryHost): Promise<number> =>
  host.use(project, (area) => area.read((db) => lastPrompts(db, 100).length));

/** The prompt that a save of this session would be linked to. */
function linked(
  host: MemoryHost,
  save: { readonly recorded?: string; readonly sessionId: string; readonly given: boolean },
): Promise<string | undefined> {
  return host.use(project, (area) =>
    area.read((db) => promptToLink(db, { recorded: undefined, ...save }, clock)),
  );
}

describe('the same prompt again', () => {
  it('within two seconds is one, in any case and spacing', async () => {
    const host = fixture.host();
    const first = await record(host, 'walk', 'Why is the import slow?');
    pass(1.9);
    expect(await record(host, 'walk', ' why is  the import\nslow? ')).toBe(first);
    expect(await count(host)).toBe(1);
  });

  it('later than that is another', async () => {
    const host = fixture.host();
    const first = await record(host, 'walk', 'Go on.');
    pass(2.1);
    const second = await record(host, 'walk', 'Go on.');
    expect(second).not.toBe(first);
    // The window is that of the newest one, not of the first.
    pass(1.9);
    expect(await record(host, 'walk', 'Go on.')).toBe(second);
    expect(await count(host)).toBe(2);
  });

  it('in another session is another, also with one between', async () => {
    const host = fixture.host();
    const first = await record(host, 'walk', 'Go on.');
    expect(await record(host, 'run', 'Go on.')).not.toBe(first);
    expect(await record(host, 'walk', 'Go on.')).toBe(first);
    expect(await count(host)).toBe(2);
  });

  it('is one whichever of two processes has the later clock', async () => {
    for (const [session, ahead, behind] of [
      ['walk', 1, 0],
      ['run', 0, 1],
    ] as const) {
      const first = await record(fixture.host(), session, 'Go on.', ahead);
      expect(await record(fixture.host(), session, 'Go on.', behind)).toBe(first);
    }
    expect(await count(fixture.host())).toBe(2);
  });
});

describe('the prompt that a save answers', () => {
  it('is the one this process recorded, not the last of the session', async () => {
    const host = fixture.host();
    const own = await record(host, 'walk', 'Asked here');
    await record(fixture.host(), 'walk', 'Asked elsewhere, later');
    expect(await linked(host, { recorded: own, sessionId: 'walk', given: true })).toBe(own);
  });

  it('else is the last of the session, however old', async () => {
    const host = fixture.host();
    await record(host, 'walk', 'First');
    const last = await record(host, 'walk', 'Second');
    await record(host, 'run', 'Of another session');
    pass(90 * MINUTE);
    for (const given of [true, false]) expect(await linked(host, { sessionId: 'walk', given })).toBe(last);
  });

  it('else is the last of the project of the past 30 minutes, when no session is given', async () => {
    const host = fixture.host();
    await record(host, 'walk', 'First');
    const last = await record(host, 'run', 'Second');
    pass(29 * MINUTE);
    expect(await linked(host, { sessionId: 'manual-save-app', given: false })).toBe(last);
    expect(await linked(host, { sessionId: 'swim', given: true })).toBeUndefined();
    pass(2 * MINUTE);
    expect(await linked(host, { sessionId: 'manual-save-app', given: false })).toBeUndefined();
  });

  it('is none where nothing was asked', async () => {
    const host = fixture.host();
    expect(await linked(host, { sessionId: 'manual-save-app', given: false })).toBeUndefined();
  });

  it('is the next best when the recorded one is gone', async () => {
    const host = fixture.host();
    const last = await record(host, 'walk', 'Still there');
    const recorded = '99999999-9999-4999-8999-999999999999';
    expect(await linked(host, { recorded, sessionId: 'walk', given: true })).toBe(last);
  });
});

describe('what a process has recorded', () => {
  it('is remembered by project and session, the last of each', () => {
    const prompts = new RecordedPrompts();
    prompts.note('app', 'walk', 'one');
    prompts.note('app', 'walk', 'two');
    prompts.note('app', 'run', 'three');
    prompts.note('api', 'walk', 'four');
    expect(prompts.lastOf('app', 'walk')).toBe('two');
    expect(prompts.lastOf('app', 'run')).toBe('three');
    expect(prompts.lastOf('api', 'walk')).toBe('four');
    expect(prompts.lastOf('api', 'run')).toBeUndefined();
  });

  it('of more sessions than a process meets, the oldest are let go', () => {
    const prompts = new RecordedPrompts();
    for (let n = 0; n <= 1_000; n++) prompts.note('app', `session ${n}`, `${n}`);
    prompts.note('app', 'session 1', 'again');
    prompts.note('app', 'one more', 'last');
    expect(prompts.lastOf('app', 'session 0')).toBeUndefined();
    expect(prompts.lastOf('app', 'session 1')).toBe('again');
    expect(prompts.lastOf('app', 'session 2')).toBeUndefined();
  });
});
