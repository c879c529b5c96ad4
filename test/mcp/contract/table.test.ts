import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../src/tools/toolFailure';
import { repositoryRoot } from '../../support/paths';
import { heldElsewhere } from './elsewhere';
import { httpSurface } from './httpSurface';
import { differences } from './match';
import { absent, from, has, lacks, text, time, uuid, type Pattern } from './row';
import { isFor } from './runRow';
import { SharedDefinition } from './sharedDefinition';
import { stdioSurface } from './stdioSurface';
import { table } from './table';

const calls = table.flatMap(({ steps }) => steps.flatMap((step) => ('call' in step ? [step] : [])));

describe('the table of the contract', () => {
  it('has a surface for each row, and no promise twice', () => {
    const surfaces = [stdioSurface, httpSurface, new SharedDefinition('')];
    expect(table.filter((row) => !surfaces.some((surface) => isFor(surface, row)))).toEqual([]);
    const promises = table.map(({ promise }) => promise);
    expect(promises.filter((promise, at) => promises.indexOf(promise) !== at)).toEqual([]);
  });

  it('names tests that are there for what no call can show', () => {
    const missing = heldElsewhere
      .flatMap(({ tests }) => tests)
      .filter((file) => !existsSync(path.join(repositoryRoot, file)));
    expect(missing).toEqual([]);
  });

  it('brings about every error code', () => {
    const provoked = new Set(calls.map(({ fails }) => fails?.code));
    // Of files that another program holds open while a memory is deleted for good: a test of the store.
    const ofTheStore = ['purge_pending'];
    expect(errorCodes.filter((code) => !provoked.has(code) && !ofTheStore.includes(code))).toEqual([]);
  });
});

describe('what a row expects', () => {
  const answers = new Map([['first', { id: 'a', list: [{ id: 'b' }] }]]);
  const UUID = '4d428a41-e7b0-4f81-a886-f40c6f6c766c';

  it.each<[Pattern, unknown]>([
    [{ a: 1 }, { a: 1, b: 2 }],
    [[{ a: 1 }], [{ a: 1, b: 2 }]],
    [/^b/u, 'bc'],
    [uuid, UUID],
    [time, '2026-10-05T09:12:00.412345+00:00'],
    [{ gone: absent }, {}],
    [from('first.list.0.id'), 'b'],
    [has({ id: 2 }), [{ id: 1 }, { id: 2 }]],
    [lacks({ id: 3 }), [{ id: 1 }, { id: 2 }]],
    [{ length: 2 }, [1, 2]],
    [{ least: 1, most: 3 }, 2],
    [null, null],
  ])('%j is met by %j', (pattern, actual) => {
    expect(differences(pattern, actual, answers)).toEqual([]);
  });

  it.each<[Pattern, unknown]>([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, {}],
    [{ a: 1 }, undefined],
    [{ a: 1 }, [1]],
    [[1], [1, 2]],
    [
      [1, 2],
      [2, 1],
    ],
    [/^b/u, 'ab'],
    [/1/u, 1],
    [uuid, `${UUID}0`],
    [uuid, '4d428a41-e7b0-1f81-a886-f40c6f6c766c'],
    [time, '2026-10-05T09:12:00Z'],
    [text, ' '],
    [{ gone: absent }, { gone: null }],
    [from('first.id'), 'b'],
    [has({ id: 3 }), [{ id: 1 }]],
    [has({ id: 3 }), undefined],
    [lacks({ id: 1 }), [{ id: 1 }]],
    [lacks({ id: 1 }), undefined],
    [{ length: 2 }, [1]],
    [{ least: 1, most: 3 }, 4],
    [null, undefined],
    [false, 0],
  ])('%j is not met by %j', (pattern, actual) => {
    expect(differences(pattern, actual, answers)).not.toEqual([]);
  });
});
