import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/search/analyze';
import { find, indexOf } from './documents';

describe('identifiers', () => {
  it.each([
    [
      'getUserById',
      ['getUserById', 'getUser', 'user', 'getuserbyid', 'get_user_by_id', 'get-user-by-id', 'GetUserByID'],
    ],
    ['prod_server_ip', ['prod_server_ip', 'prodServerIp', 'server', 'PROD-SERVER-IP', 'prod server']],
    ['src/app/main.ts:42', ['src/app/main.ts:42', 'src/app/main.ts', 'main.ts', 'main', 'app/main']],
    ['v1.2.3', ['v1.2.3']],
    ['#1234', ['#1234', '1234']],
    ['ann@example.com', ['ann@example.com', 'example.com', 'ann']],
    ['https://example.com/docs/setup?page=2', ['https://example.com/docs/setup', 'example.com', 'setup']],
    ['--no-verify', ['--no-verify', 'no-verify', 'verify']],
    ['--error-on-warnings', ['--error-on-warnings', 'error-on-warnings', 'errorOnWarnings', 'warnings']],
    ['C#', ['C#', 'c#']],
    ['C++', ['C++', 'c++']],
    ['.NET', ['.NET', '.net', 'net']],
    ['std::vector', ['std::vector', 'vector']],
    ['@scope/pkg', ['@scope/pkg', 'scope/pkg', 'pkg']],
    ['XMLHttpRequest', ['XMLHttpRequest', 'http request', 'xmlhttprequest']],
    ['utf8', ['utf8', 'UTF8']],
    ['10.0.0.12', ['10.0.0.12']],
  ])('%s is found whole and by its parts', (name, queries) => {
    const index = indexOf('something else entirely', `we decided on ${name}, for good`);
    for (const query of queries) expect([query, find(index, query)[0]]).toEqual([query, '1']);
  });

  it('puts C# before C++ and C when C# is asked for, and so on', () => {
    const index = indexOf('written in C', 'written in C#', 'written in C++');
    expect(find(index, 'C#')[0]).toBe('1');
    expect(find(index, 'C++')[0]).toBe('2');
  });

  it('keeps version numbers apart', () => {
    const index = indexOf('release v1.2.3 is out', 'release v1.3.2 is out', 'room 123');
    expect(find(index, 'v1.2.3')[0]).toBe('0');
    expect(find(index, '123')).toEqual(['2']);
  });

  it('never takes one number for another', () => {
    expect(find(indexOf('listens on 5433'), '5432')).toEqual([]);
    expect(find(indexOf('commit 3f2a9bc1'), '3f2a9bc2')).toEqual([]);
  });

  it('prefers the whole to the sum of its parts', () => {
    const index = indexOf('user by id get user by id get user', 'call getUserById here');
    expect(find(index, 'getUserById')[0]).toBe('1');
  });

  it('keeps to 32 forms of one identifier and 64 characters of a form', () => {
    const forms = analyze(Array.from({ length: 200 }, (_, i) => `part${i}`).join('_')).flatMap((token) => [
      ...token.wholes,
      ...token.parts,
    ]);
    expect(forms.length).toBeLessThanOrEqual(32);
    expect(Math.max(...forms.map((form) => form.length))).toBeLessThanOrEqual(64);
  });

  it('drops the possessive and joins the contraction', () => {
    expect(analyze("the user's don't").map((token) => token.parts)).toEqual([['the'], ['user'], ['dont']]);
  });
});
