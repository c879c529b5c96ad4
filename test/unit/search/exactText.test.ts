import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactForm, nearestKeys } from '../../../src/search/exactText';

describe('exactForm', () => {
  it.each([
    ['Prod Server-IP', 'prod_server_ip'],
    ['  Café:  Menü ', 'cafe_menu'],
    ['развёртывание', 'развертывание'],
    ['５４３２', '5432'],
    ['λόγος', 'λόγοσ'],
    ['Đà Nẵng', 'da nang'],
    ['می\u200cشود', 'میشود'],
  ])('%s = %s', (left, right) => {
    expect(exactForm(left)).toBe(exactForm(right));
  });

  it.each([
    ['C++', 'C'],
    ['C#', 'C'],
    ['port_5432', 'port_5433'],
    ['v1.2', 'v12'],
    ['!!!', '???'],
  ])('%s is not %s', (left, right) => {
    expect(exactForm(left)).not.toBe(exactForm(right));
  });

  it.each(['!!!', '_', '\u00ad', '\u200c', '\u200d\ufe0f', '\ud800'])('is not empty: %j', (title) => {
    expect(exactForm(title)).not.toBe('');
  });

  it('is its own form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(exactForm(exactForm(text))).toBe(exactForm(text));
      }),
    );
  });
});

describe('nearestKeys', () => {
  const keys = ['prod_server_ip', 'prod_db', 'staging_server_ip', 'log_level'];

  it.each([
    ['prod_srver_ip', ['prod_server_ip']],
    ['Server IP', ['prod_server_ip', 'staging_server_ip']],
    ['loglevel', ['log_level']],
    ['nothing_alike', []],
    ['', []],
  ])('%s', (key, expected) => {
    expect(nearestKeys(key, keys, 3)).toEqual(expected);
  });

  it('keeps to the limit', () => {
    expect(nearestKeys('server_ip', keys, 1)).toHaveLength(1);
  });
});
