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
    ['sha256sum', ['sha256sum', 'sha256', 'SHA-256', 'sha', 'sum']],
    ['log4j2', ['log4j2', 'log4j', 'log4j 2']],
    ['OAuth2Client', ['OAuth2Client', 'oauth2', 'OAuth', 'auth', 'OAuth 2', 'oauth2_client']],
    ['HTTPServer', ['HTTPServer', 'http', 'http_server', 'httpServer']],
    ['parseJSONFile', ['parseJSONFile', 'json', 'jsonFile', 'parse_json_file']],
    ['i18n', ['i18n', 'I18N']],
    ['C:\\Users\\ann\\main.ts', ['C:\\Users\\ann\\main.ts', 'Users/ann/main.ts', 'ann\\main.ts']],
    ['src/routes/[id]/+page.svelte', ['src/routes/[id]/+page.svelte', '+page.svelte', '[id]']],
    ['git@github.com:org/repo.git', ['git@github.com:org/repo.git', 'org/repo', 'github.com/org/repo']],
    ['${DATABASE_URL}', ['DATABASE_URL', '$DATABASE_URL', 'databaseUrl', 'process.env.DATABASE_URL']],
    ['^1.2.3', ['^1.2.3', '1.2.3']],
    ['*/5 * * * *', ['*/5 * * * *']],
    [
      '550e8400-e29b-41d4-a716-446655440000',
      ['550E8400-E29B-41D4-A716-446655440000', '550e8400', '550e8400e29b41d4a716446655440000'],
    ],
    ['550E8400E29B41D4A716446655440000', ['550e8400-e29b-41d4-a716-446655440000']],
    ['2024-01-15', ['2024-01-15', '20240115']],
    ['20240115', ['2024-01-15']],
    ['1_000_000', ['1_000_000', '1000000']],
    ['1000000', ['1_000_000']],
    ['.btn-primary:hover', ['.btn-primary:hover', 'btn-primary', '.btn-primary']],
  ])('%s is found whole and by its parts', (name, queries) => {
    const index = indexOf('something else entirely', `we decided on ${name}, for good`);
    for (const query of queries) expect([query, find(index, query)[0]]).toEqual([query, '1']);
  });

  it('puts C# before C++ and C when C# is asked for, and so on', () => {
    const index = indexOf('written in C', 'written in C#', 'written in C++');
    expect(find(index, 'C#')[0]).toBe('1');
    expect(find(index, 'C++')[0]).toBe('2');
    expect(find(index, 'C')).toEqual(['0']);
    expect(find(indexOf('a C++ compiler', 'C and a compiler of C++'), 'C++ compiler')[0]).toBe('0');
    expect(find(indexOf('opened with Notepad++'), 'notepad')).toEqual(['0']);
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

  it.each(['->', '=>', '&&', '||', '??', '??=', '!==', '|>', '>>='])('finds the operator %s', (operator) => {
    const index = indexOf(
      'write a and b',
      `write a ${operator} b`,
      `(a)${operator}b || a`,
      '**a** -- "b"? //',
    );
    expect(find(index, operator).slice(0, 2).sort()).toEqual(['1', '2']);
    expect(find(index, `what is \`${operator}\``).slice(0, 2).sort()).toEqual(['1', '2']);
  });

  it('takes two question marks after a word for a question', () => {
    expect(find(indexOf('really?? yes', 'a ?? b'), '??')).toEqual(['1']);
  });

  it('finds a commit by its abbreviation and its abbreviation by the whole', () => {
    const hash = '3f2a9bc1d4e5f60718293a4b5c6d7e8f90a1b2c3';
    const index = indexOf(`since ${hash}`, 'since 3f2a9bc1', 'since 3f2a9bc2');
    expect(find(index, '3f2a9bc').sort()).toEqual(['0']);
    expect(find(index, '3F2A9BC1').sort()).toEqual(['0', '1']);
    expect(find(index, hash)).toEqual(['0', '1']);
    expect(find(index, hash.replace('3f2', '3f3'))).toEqual([]);
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
