import { describe, expect, it } from 'vitest';
import { matchedWords } from '../../../src/search/matchedWords';
import { search } from '../../../src/search/search';
import { indexOf } from './documents';

/** The words that a text of its own shows for a query. */
function why(text: string, query: string): string[] {
  const [hit] = search([indexOf(text)], query, { limit: 1 }).hits;
  return matchedWords([text], hit?.terms ?? [], 16);
}

describe('matchedWords', () => {
  it.each([
    ['the word as written', 'The Servers restart nightly', 'server restarted', ['Servers', 'restart']],
    ['the word it was taken for', 'Postgres listens here', 'postgers', ['Postgres']],
    ['a word like the one asked for', 'the reconnection is lost', 'reconnects', ['reconnection']],
    ['the identifier and not its parts', 'call getUserById here', 'user by id', ['getUserById']],
    ['signs that belong to a name', 'written in C#', 'C#', ['C#']],
    ['a path', 'see src/app/main.ts:42', 'main.ts', ['src/app/main.ts:42']],
    ['a piece of Han as one', '生产服务器每晚重启', '服务器', ['服务器']],
    ['a piece of Thai as one', 'เซิร์ฟเวอร์รีสตาร์ททุกคืน', 'ทุกคืน', ['ทุกคืน']],
    ['one Han character', '生产服务器', '服', ['服']],
    ['a Hangul word', '운영 서버에서 재시작', '서버에', ['서버에서']],
    ['each once, whatever its case', 'Redis, redis and REDIS', 'redis', ['Redis']],
    ['no function word beside others', 'the server of the house', 'the server', ['server']],
    ['function words where there is nothing else', 'who we are', 'who are we', ['who', 'are', 'we']],
    ['nothing of what did not match', 'the cat sat', 'dog', []],
  ])('shows %s', (_, text, query, expected) => {
    expect(why(text, query)).toEqual(expected);
  });

  it('shows the part of an endless name that matched', () => {
    const name = Array.from({ length: 30 }, (_, i) => `part${i}`).join('_');
    expect(why(`see ${name} there`, 'part3')).toEqual(['part3']);
  });

  it('keeps to the limit and to the order of the terms', () => {
    expect(matchedWords(['c b a', 'd'], ['d', 'a', 'b', 'c'], 3)).toEqual(['d', 'a', 'b']);
  });
});
