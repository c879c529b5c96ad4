import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { saveObservation } from '../../src/memory/observations';
import { saveStatement } from '../../src/memory/statements';
import type { Area, ObservationInput } from '../../src/memory/types';
import { HostFixture } from '../support/hostFixture';

const fixture = new HostFixture();
beforeAll(() => fixture.start());
afterEach(() => fixture.dispose());
afterAll(() => fixture.stop());

const project: Area = { kind: 'project', id: '11111111-1111-4111-8111-111111111111', name: 'app' };
const HOUR = 3_600;

const recalledAll = () => true;
const recalledNone = () => false;

async function save(
  host: MemoryHost,
  title: string,
  content: string,
  recalled: (uuid: string) => boolean,
  over: Partial<ObservationInput> = {},
) {
  const input = { title, content, type: 'decision', scope: 'project', savedBy: 'test', ...over };
  const { status, row } = await host.use(project, (area) =>
    area.write((tx) => saveObservation(tx, input, recalled, host.timestamp(), host.now())),
  );
  return { status, id: row.uuid };
}

const SERVICES = ['billing', 'search', 'mail', 'ledger', 'gateway'];
const FACTS: readonly ((service: string, n: number) => readonly [text: string, changed: string])[] = [
  (service, n) => [
    `The ${service} service listens on port ${8000 + n} in staging.`,
    `The ${service} service listens on port ${8100 + n} in staging.`,
  ],
  (service, n) => [
    `Requests to ${service} time out after ${n + 2} seconds and are retried.`,
    `Requests to ${service} time out after ${n + 2}0 seconds and are retried.`,
  ],
  (service, n) => [
    `Kim${n} owns ${service} and decides about its interfaces.`,
    `Lee${n} owns ${service} and decides about its interfaces.`,
  ],
  (service, n) => [
    `Version 1.${n}.2 of ${service} broke the import of old files.`,
    `Version 1.${n}.3 of ${service} broke the import of old files.`,
  ],
  (service, n) => [
    `${service} reads src/${service}/table${n}.ts before every other file.`,
    `${service} reads src/${service}/table${n}.js before every other file.`,
  ],
  (service, n) => [
    `Deploys of ${service} number ${n} must not run on Fridays.`,
    `Deploys of ${service} number ${n} must run on Fridays.`,
  ],
  (service, n) => [
    `Der Dienst ${service} speichert höchstens ${n + 1} Gigabyte am Tag.`,
    `Der Dienst ${service} speichert höchstens ${n + 1} Megabyte am Tag.`,
  ],
  (service, n) => [
    `Сервис ${service} хранит записи ${n + 5} дней, потом удаляет.`,
    `Сервис ${service} хранит записи ${n + 500} дней, потом удаляет.`,
  ],
];
const PAIRS = SERVICES.flatMap((service) =>
  FACTS.flatMap((fact, kind) => [0, 1, 2, 3, 4].map((n) => fact(service, 10 * kind + n))),
);

/** The same text as an agent sends it again: other case, line ends, blanks, Unicode composition. */
const RETYPED: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `  ${text}\n`,
  (text) => text.replaceAll(' ', '\r\n'),
  (text) => text.toUpperCase(),
  (text) => text.normalize('NFD'),
];

describe('recalled text that is saved again', () => {
  it('is recognised, at any age, under its own title and another: 200 pairs', async () => {
    const host = fixture.host();
    expect(PAIRS).toHaveLength(200);
    const ids: string[] = [];
    for (const [n, [text]] of PAIRS.entries()) {
      const { status, id } = await save(host, `Note ${n}`, text, recalledNone);
      expect(status).toBe('inserted');
      ids.push(id);
    }
    fixture.pass(48 * HOUR);
    const again = [];
    for (const [n, [text]] of PAIRS.entries()) {
      const retyped = (RETYPED[n % RETYPED.length] ?? String)(text);
      again.push(await save(host, `Note ${n}`, retyped, recalledAll));
      again.push(await save(host, 'What was said about it', retyped, recalledAll, { type: 'discovery' }));
    }
    expect(again).toEqual(ids.flatMap((id) => [1, 2].map(() => ({ status: 'deduplicated', id }))));
  });

  it('but one with another number, name, ending or a missing word is another: 200 pairs', async () => {
    const host = fixture.host();
    const swallowed: string[] = [];
    for (const [n, [text, changed]] of PAIRS.entries()) {
      const first = await save(host, `Note ${n}`, text, recalledAll);
      const second = await save(host, `Note ${n}`, changed, recalledAll);
      if (second.status !== 'inserted' || second.id === first.id) swallowed.push(changed);
    }
    expect(swallowed).toEqual([]);
    const { total } = await host.list(project, { offset: 0, limit: 1 });
    expect(total).toBe(400);
  });

  it('is recognised as the statement that it was', async () => {
    const host = fixture.host();
    const text = 'Backups are kept for thirty days on the second disk.';
    const statement = await host.use(project, (area) =>
      area.write((tx) =>
        saveStatement(
          tx,
          { content: text, workspace: 'default', scope: 'shared', source: 'owner', confidence: 0.5, derivedFrom: [], savedBy: 'test' },
          host.timestamp(),
        ),
      ),
    ); // prettier-ignore
    const id = statement.kind === 'saved' ? statement.row.uuid : '';
    expect(await save(host, 'Backups', text, recalledAll)).toEqual({ status: 'deduplicated', id });
    expect((await save(host, 'Backups', text, recalledNone)).status).toBe('inserted');
  });

  it.each([
    ['a text that says something under its title alone', 'Port of staging', 'Port of production', '5432'],
    [
      'a title that names another thing',
      'Owner of the ledger',
      'Owner of the Gateway',
      'Kim decides about every interface of it, and reviews changes.',
    ],
    [
      'a title with another number',
      'Limits in version 2',
      'Limits in version 3',
      'At most two hundred requests are accepted every minute.',
    ],
  ])('%s is another memory', async (_what, title, other, text) => {
    const host = fixture.host();
    await save(host, title, text, recalledAll);
    expect((await save(host, other, text, recalledAll)).status).toBe('inserted');
  });

  it('is another memory under another topic_key', async () => {
    const host = fixture.host();
    const text = 'Uploads are retried three times with a growing pause.';
    await save(host, 'Uploads', text, recalledAll, { topicKey: 'uploads/retry' });
    expect((await save(host, 'Uploads', text, recalledAll, { topicKey: 'mail/retry' })).status).toBe(
      'inserted',
    );
  });
});
