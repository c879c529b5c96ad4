import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factKey } from '../../../src/memory/facts';
import { bodyHash } from '../../../src/memory/memoryRow';
import { foldType, observationTypes, topicKey } from '../../../src/memory/observations';
import { daysLater, isoMicroseconds, minutesEarlier, timestamp } from '../../../src/memory/timestamp';

describe('factKey', () => {
  it.each([
    ['Prod Server-IP', 'prod_server_ip'],
    ['prodServerIp', 'prod_server_ip'],
    ['prod_server_ip', 'prod_server_ip'],
    ['HTTPProxy', 'http_proxy'],
    ['  editor.fontSize ', 'editor_font_size'],
    ['Любимый язык', 'любимый_язык'],
    ['首选语言', '首选语言'],
    ['port 5432', 'port_5432'],
    ['--', ''],
    ['', ''],
  ])('%j is %j', (text, key) => {
    expect(factKey(text)).toBe(key);
  });

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(factKey(factKey(text))).toBe(factKey(text));
      }),
    );
  });
});

describe('topicKey', () => {
  it.each([
    ['Architecture/Auth Model', 'architecture/auth-model'],
    ['décision/café à Paris', 'decision/cafe-a-paris'],
    ['release/v1.2.3', 'release/v1.2.3'],
    ['конфиг/Ёлка й', 'конфиг/ёлка-й'],
    ['a//b/--/c', 'a/b/c'],
    ['!!!', ''],
  ])('%j is %j', (text, key) => {
    expect(topicKey(text)).toBe(key);
  });

  it('comes to an end for any pile of accents', () => {
    expect(topicKey(`a${'\u0301'.repeat(200_000)}b`)).toBe('ab');
  });

  it('takes no longer than its text is long', { timeout: 5_000 }, () => {
    const marks = '\u0301'.repeat(100_000);
    expect(topicKey(`a${marks}b`)).toBe('ab');
    expect(topicKey(`д${marks}`)).toBe(`д${marks}`);
  });

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(topicKey(topicKey(text))).toBe(topicKey(text));
      }),
    );
  });
});

describe('foldType', () => {
  it.each([
    [' Bug ', 'bugfix'],
    ['hotfix', 'bugfix'],
    ['incident', 'bugfix'],
    ['regression', 'bugfix'],
    ['ADR', 'architecture'],
    ['refactor', 'architecture'],
    ['root_cause', 'discovery'],
    ['root-cause', 'discovery'],
    ['manual', 'discovery'],
    ['guideline', 'pattern'],
    ['rule', 'pattern'],
    ['CI', 'config'],
    ['infrastructure', 'config'],
    ['feedback', 'preference'],
    ['preferences', 'preference'],
    ...observationTypes.map((type): [string, string] => [type, type]),
  ])('%j is %j', (word, type) => {
    expect(foldType(word)).toEqual({ type, known: true });
  });

  it('keeps any other word and says so', () => {
    expect(foldType('Implementation')).toEqual({ type: 'implementation', known: false });
    expect(foldType('session_summary')).toEqual({ type: 'session_summary', known: true });
  });
});

describe('bodyHash', () => {
  it('does not see composition, case, white space and line endings', () => {
    expect(bodyHash('  Café\r\nmenu ')).toBe(bodyHash('café menu'));
  });

  it('sees another number and another name', () => {
    expect(bodyHash('port is 5432')).not.toBe(bodyHash('port is 5433'));
  });
});

describe('timestamps', () => {
  const moment = new Date('2026-10-05T09:12:00.412Z');

  it('have microseconds and an offset, and order as texts', () => {
    expect(timestamp(moment)).toMatch(/^2026-10-05T09:12:00\.412\d{3}\+00:00$/u);
    expect(isoMicroseconds(moment, 345)).toBe('2026-10-05T09:12:00.412345+00:00');
    expect(minutesEarlier(moment, 15)).toBe('2026-10-05T08:57:00.412000+00:00');
    expect(daysLater(moment, 7)).toBe('2026-10-12T09:12:00.412000+00:00');
    expect(daysLater(moment, 0.5) > timestamp(moment)).toBe(true);
  });
});
