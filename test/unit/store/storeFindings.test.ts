import { describe, expect, it } from 'vitest';
import type { StoreFacts } from '../../../src/store/inspection';
import { storeFindings } from '../../../src/store/storeFindings';
import { noteMigrations } from '../../support/noteMigrations';

const inOrder: StoreFacts = {
  directory: '/store',
  state: 'whole',
  sequence: 7,
  schema: 1,
  format: 1,
  bases: [{ name: 'base-0-0', bytes: 10, age: 5, whole: true, sequence: 0, schema: 1, format: 1 }],
  logs: [
    {
      name: 'log-0-00000000',
      bytes: 20,
      frames: 7,
      voidFrames: 2,
      tornBytes: 3,
      damagedBytes: 0,
      sealed: false,
      damage: [],
    },
  ],
  missingLogs: [],
  derived: [],
  aside: [],
  temporary: [],
  integrity: [],
  exposed: [],
};

function faults(facts: Partial<StoreFacts>): readonly string[] {
  return storeFindings({ ...inOrder, ...facts }, noteMigrations)
    .filter(({ status }) => status !== 'ok')
    .map(({ check, status, repairable }) => `${check} ${status}${repairable === true ? ', repairable' : ''}`);
}

describe('the judgement of a store', () => {
  it.each<readonly [string, Partial<StoreFacts>, readonly string[]]>([
    ['nothing', {}, []],
    ['a network disk', { networkDisk: 'NFS' }, ['disk warning']],
    ['a newer version', { state: 'too_new' }, ['version error']],
    ['no whole state', { state: 'lost', reason: 'gone' }, ['state error']],
    ['a missing log', { missingLogs: ['log-1 is missing'] }, ['logs error, repairable']],
    ['an unsound database', { integrity: ['row 1 missing'] }, ['integrity error, repairable']],
    ['rights of others', { exposed: [{ name: '.', mode: 0o755 }] }, ['permissions error, repairable']],
    [
      'a damaged derived file',
      { derived: [{ name: 'index-1-1', bytes: 1, age: 1, usable: false }] },
      ['derived warning'],
    ],
    ['set-aside damage', { aside: [{ name: 'damaged-x', bytes: 1, age: 1 }] }, ['set_aside warning']],
    [
      'an old temporary file',
      { temporary: [{ name: 'tmp-x', bytes: 1, age: 700_000 }] },
      ['temporary_files warning, repairable'],
    ],
    ['a young temporary file', { temporary: [{ name: 'tmp-x', bytes: 1, age: 1000 }] }, []],
  ])('of %s', (_, facts, expected) => {
    if (process.platform === 'win32' && facts.exposed) return;
    expect(faults(facts)).toEqual(expected);
  });

  it('does not promise a repair where no whole state is left', () => {
    const bases = [{ name: 'base-1-0', bytes: 10, age: 5, whole: false }];
    expect(faults({ bases })).toEqual(['bases error, repairable']);
    expect(faults({ bases, state: 'lost', reason: 'gone' })).toEqual(['state error', 'bases error']);
  });

  it('tells what will happen to a store of an older schema', () => {
    const [version] = storeFindings({ ...inOrder, schema: 0 }, noteMigrations);
    expect(version).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/next use brings it to schema 1/) as string,
    });
  });
});
