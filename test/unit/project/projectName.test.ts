import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_PROJECT_NAME,
  nameFromText,
  normaliseProjectName,
  similarNames,
} from '../../../src/project/projectName';

describe('normaliseProjectName', () => {
  it.each([
    ['App', 'app'],
    ['  my app ', 'my app'],
    ['my \t  app', 'my app'],
    ['my--app', 'my-app'],
    ['my-----app', 'my-app'],
    ['my__app', 'my_app'],
    ['my-_app', 'my-_app'],
    ['Owner/App', 'owner/app'],
    ['app (y)', 'app (y)'],
    ['.github', '.github'],
    ['ПРОЕКТ Ёлка', 'проект ёлка'],
    ['Cafe\u0301', 'caf\u00e9'],
    ['日本語', '日本語'],
    ['🚀', '🚀'],
  ])('brings "%s" to "%s"', (given, name) => {
    expect(normaliseProjectName(given)).toEqual({ kind: 'name', name });
  });

  it.each([
    '',
    ' ',
    '\t\n',
    '/',
    '/etc/passwd',
    'a/b/c',
    'app/',
    '/app',
    './app',
    '../app',
    '..',
    '.',
    'a/..',
    'a\\b',
    'C:\\app',
    'c:',
    '~',
    '~/app',
    'a\u0000b',
    'a\nb',
    'a\u007fb',
    'a\u202eb',
    'x'.repeat(MAX_PROJECT_NAME + 1),
  ])('refuses %j', (given) => {
    expect(normaliseProjectName(given)).toMatchObject({ kind: 'error', code: 'invalid_project' });
  });

  it('leaves its own names as they are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const once = normaliseProjectName(text);
        if (once.kind === 'name') expect(normaliseProjectName(once.name)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('nameFromText', () => {
  it('makes a valid name of any folder name, or none', () => {
    expect(nameFromText('My  App')).toBe('my app');
    expect(nameFromText('a\nb')).toBe('a b');
    expect(nameFromText('a/b\\c')).toBe('a-b-c');
    expect(nameFromText('..')).toBeUndefined();
    expect(nameFromText('x'.repeat(300))).toHaveLength(MAX_PROJECT_NAME);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const name = nameFromText(text);
        if (name !== undefined) expect(normaliseProjectName(name)).toEqual({ kind: 'name', name });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('similarNames', () => {
  const known = ['app', 'owner/app', 'billing-service', 'billing-api', 'web', 'проект'];

  it.each([
    ['APP', ['app', 'owner/app']],
    ['biling-service', ['billing-service']],
    ['billing', ['billing-api', 'billing-service']],
    ['wbe', []],
    ['weeb', ['web']],
    ['zzz', []],
    ['ПРОЕКТ', ['проект']],
    ['a', []],
  ])('finds what %s may have meant', (name, expected) => {
    expect(similarNames(name, known)).toEqual(expected);
  });

  it('names five at most, the nearest first', () => {
    const many = Array.from({ length: 20 }, (_, index) => `service-${'x'.repeat(index)}`);
    expect(similarNames('service-', many)).toEqual(many.slice(0, 5));
  });
});
