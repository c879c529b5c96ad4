import { readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { indexFromParts, indexToParts } from '../../../src/search/indexParts';
import { search } from '../../../src/search/search';
import type { SearchResult } from '../../../src/search/types';
import { SearchIndex } from '../../../src/search/searchIndex';
import { lookUpAbsentWords } from '../../../src/search/semantic/absentWords';
import { nearestWords } from '../../../src/search/semantic/nearestWords';
import { tokenizedWords } from '../../../src/search/semantic/tokens';
import { TABLE_VERSION, WordVectors, tokensOf } from '../../../src/search/semantic/wordVectors';
import { repositoryRoot } from '../../support/paths';

const bytes = gunzipSync(readFileSync(path.join(repositoryRoot, 'tools/semantic/word-vectors.bin.gz')));

function readTable(from: Uint8Array): WordVectors | undefined {
  const reading = WordVectors.read(from);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

let table: WordVectors;
beforeAll(() => {
  const read = readTable(bytes);
  if (read === undefined) throw new Error('The table of word vectors cannot be read.');
  table = read;
});

function indexOf(texts: readonly string[]): SearchIndex {
  const index = new SearchIndex();
  index.wordVectors = table;
  texts.forEach((content, n) => index.add(documentOf(`id-${n}`, content, n)));
  return index;
}

function documentOf(id: string, content: string, sequence: number, title = '') {
  return { id, kind: 'observation', fields: { title, content }, sequence, number: sequence };
}

function find(index: SearchIndex, query: string) {
  return search([index], query, { limit: 50, meaning: table });
}

function findByWords(index: SearchIndex, query: string) {
  return search([index], query, { limit: 50 });
}

const ids = ({ hits }: SearchResult): string[] => hits.map(({ id }) => id);

const memories = [
  'We delete old log files every night with a cron job.',
  'The password of a user is hashed before it is written to the database.',
  'Requests that fail are repeated three times, with a longer pause each time.',
  'The window shows a list of open tabs on the left.',
];

describe('the tokens of a text', () => {
  const tokens = (text: string) => [...tokenizedWords(text)].flatMap((word) => word.tokens);

  it.each([
    ['How are the servers connecting?', ['server', 'connect']],
    ['getUserById parse_url', ['getuserbyid', 'get', 'user', 'id', 'parseurl', 'pars', 'url']],
    ['Порты ёлки открываются', ['порты', 'елки', 'откры']],
    ['größer überprüfen', ['größe', 'überp']],
    ['Pythonの数据库 らーめん', ['python', 'の数', '数据', '据库', 'らー', 'ーめ', 'めん']],
    ['ｆｉｌｅ ４２ 木', ['file', '42', '木']],
    ['', []],
    ['!?', []],
  ])('%s', (text, expected) => expect(tokens(text)).toEqual(expected));

  it('are those the table of this version was trained with', () => {
    // When this fails, the table or what is asked of it has changed: raise TABLE_VERSION, and write all values here.
    const text =
      'HTTPServer utf8 naïve запрос сервера Verzeichnis löschen 数据库连接 らーめん ฐานข้อมูล don’t v1.2.3';
    expect([TABLE_VERSION, crc32(bytes), crc32(tokens(text).join(' '))]).toEqual([
      '2',
      1_741_730_984,
      50_336_770,
    ]);
  });
});

describe('the table of word vectors', () => {
  it('yields between pieces of work, none of which is long', () => {
    const reading = WordVectors.read(bytes);
    let pieces = 0;
    while (reading.next().done !== true) pieces++;
    expect(pieces).toBeGreaterThan(50);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['a few bytes', new Uint8Array(16)],
    ['another format', Uint8Array.from(bytes, (byte, at) => (at === 3 ? 0x32 : byte))],
    ['cut short', bytes.subarray(0, bytes.length - 1)],
    ['one byte too many', Buffer.concat([bytes, new Uint8Array(1)])],
    ['more tokens than it says', Uint8Array.from(bytes, (byte, at) => (at === 4 ? byte ^ 1 : byte))],
  ])('is none when it is %s', (_, damaged) => expect(readTable(damaged)).toBeUndefined());

  it('has nearer neighbours for the same in another language than for something else', () => {
    const cosine = (left: string, right: string): number => {
      const direction = table.direction(tokensOf([left]))!.slice();
      return table.direction(tokensOf([right]))!.reduce((sum, value, i) => sum + value * direction[i]!, 0);
    };
    expect(cosine('как удалить файл', 'delete a file')).toBeGreaterThan(
      cosine('как удалить файл', 'open a socket'),
    );
    const neighbours = table.neighbours('удали');
    expect(neighbours.map(({ token }) => token)).toEqual(expect.arrayContaining(['delet', 'remov']));
    const cosines = neighbours.map((neighbour) => neighbour.cosine);
    expect(cosines).toEqual([...cosines].sort((a, b) => b - a));
    expect(table.neighbours('zyzzyva')).toEqual([]);
    expect(table.direction(['zyzzyva'])).toBeUndefined();
  });

  it('points where a document begins: what it says first counts more than what it says later', () => {
    const cosine = (query: string, document: string): number => {
      const direction = table.direction(tokensOf([query]))!.slice();
      return table.documentDirection([document])!.reduce((sum, value, i) => sum + value * direction[i]!, 0);
    };
    const [first, second] = ['hash the password of a user', 'repeat a request that has failed after a pause'];
    expect(cosine(first, `${first}. ${second}`)).toBeGreaterThan(cosine(first, `${second}. ${first}`) + 0.05);
    expect(cosine(second, `${second}. ${first}`)).toBeGreaterThan(
      cosine(second, `${first}. ${second}`) + 0.05,
    );
    // Unknown words take no place.
    expect(table.documentDirection([`zyzzyva ${first}`])!.slice()).toEqual(
      table.documentDirection([first])!.slice(),
    );
    expect(table.documentDirection(['zyzzyva'])).toBeUndefined();
  });
});

describe('search by meaning', () => {
  it.each([
    ['как удалять старые журналы', 'id-0'],
    ['хранение пароля пользователя', 'id-1'],
    ['список открытых вкладок', 'id-3'],
  ])('a question in another language finds the memory: %s', (query, expected) => {
    const index = indexOf(memories);
    expect(ids(findByWords(index, query))).toEqual([]);
    const [first] = find(index, query).hits;
    expect(first).toMatchObject({ id: expected, byMeaning: true });
  });

  it.each([
    ['Wie wird das Passwort eines Benutzers gespeichert?', 'id-1'],
    ['volver a intentar una petición fallida', 'id-2'],
  ])('puts what a question in another language means first: %s', (query, expected) => {
    expect(ids(find(indexOf(memories), query))[0]).toBe(expected);
  });

  it('says of a hit that has the words of the query that these brought it', () => {
    const [first] = find(indexOf(memories), 'hashed password').hits;
    expect(first).toMatchObject({ id: 'id-1', byMeaning: false });
  });

  it('shows the words of a text that are nearest to the query', () => {
    const words = nearestWords('как удалить старые файлы', [memories[0]!], table, 3);
    expect(words).toContain('delete');
    expect(words).toContain('files');
    expect(nearestWords('zyzzyva', memories, table, 3)).toEqual([]);
  });

  it('is left out where the documents were indexed without a table, until they get their vectors', () => {
    const index = new SearchIndex();
    memories.forEach((content, n) => index.add(documentOf(`id-${n}`, content, n)));
    expect(index.withoutVectors()).toEqual([0, 1, 2, 3]);
    index.wordVectors = table;
    index.add(documentOf('id-1', memories[1]!, 1));
    expect(index.withoutVectors()).toEqual([0, 2, 3]);
  });

  it('looks up one at a time what is near words that no document holds, and once', () => {
    const index = indexOf(memories);
    const fresh = readTable(bytes)!;
    const lookedUp = (query: string, prefix = false): number =>
      [...lookUpAbsentWords([index], query, fresh, prefix)].length;
    expect(lookedUp('delete the old files')).toBe(0);
    expect(lookedUp('erase ancient', true)).toBe(1);
    expect(lookedUp('erase ancient files')).toBe(1);
    expect(lookedUp('erase ancient files')).toBe(0);
    index.remove('id-0');
    expect(lookedUp('delete the old files')).toBe(3);
    expect(['delet', 'old', 'file', 'the'].map((token) => fresh.remembersNeighbours(token))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('does not take an unfinished word for a word', () => {
    const index = indexOf(memories);
    const typed = search([index], 'удалить', { limit: 5, prefix: true, meaning: table });
    expect(typed.hits).toEqual([]);
    const further = search([index], 'удалить стар', { limit: 5, prefix: true, meaning: table });
    expect(further.hits[0]?.id).toBe('id-0');
  });

  it('finds nothing that lacks a word where every word is asked for', () => {
    const index = indexOf(memories);
    expect(search([index], 'удалить файлы', { limit: 5, match: 'all', meaning: table }).hits).toEqual([]);
  });

  it('passes over what a filter leaves out, and counts no more than there is', () => {
    const index = indexOf(memories);
    const only = new Set(['id-3']);
    const { hits, total } = search([index], 'удалить старые файлы', { limit: 5, only, meaning: table });
    expect(hits.every(({ id }) => id === 'id-3')).toBe(true);
    expect(total).toBe(hits.length);
  });
});

const words = [
  'server',
  'delete',
  'remove',
  'file',
  'port',
  'password',
  'удалить',
  'файл',
  'the',
  '5432',
  '5433',
  'v1.2.3',
];
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 })
  .map((chosen) => chosen.join(' '));

describe('the laws of search hold with meaning', () => {
  it('a query that is a title returns that document first', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 8 }), text, (titles, content) => {
        const index = new SearchIndex();
        index.wordVectors = table;
        titles.forEach((title, n) => index.add(documentOf(`id-${n}`, content, n, title)));
        for (const [n, title] of titles.entries()) {
          expect(find(index, title).hits[0]?.id).toBe(ids(findByWords(index, title))[0]);
          expect(titles[Number(find(index, title).hits[0]?.id.slice(3))]).toBe(titles[n]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a number in the query outranks any nearness: 5432 never brings 5433 above it', () => {
    fc.assert(
      fc.property(text, text, text, (query, one, other) => {
        const index = indexOf([`${one} 5432`, `${other.replaceAll('5432', 'file')} 5433`]);
        const asked = `${query.replaceAll(/543\d|v1\.2\.3/g, '')} 5432`;
        const [first] = ids(findByWords(index, asked));
        if (first === 'id-0') expect(ids(find(index, asked))[0]).toBe('id-0');
      }),
      { numRuns: 200 },
    );
  });

  it('a number outranks nearness of all the other words', () => {
    const index = indexOf(['weather in spring 5432', 'delete or erase a file, document or directory 5433']);
    const query = 'удалить стереть файл документ каталог';
    expect(ids(find(index, query))[0]).toBe('id-1');
    expect(ids(find(index, `${query} 5432`))[0]).toBe('id-0');
  });

  it('what words find is found whatever else is near, also when a memory without any of them is added', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), text, (texts, query) => {
        const byWords = ids(findByWords(indexOf(texts), query));
        expect(ids(find(indexOf(texts), query))).toEqual(expect.arrayContaining(byWords));
        const withTeapot = find(indexOf([...texts, 'a teapot of porcelain']), query);
        expect(ids(withTeapot)).toEqual(expect.arrayContaining(byWords));
      }),
      { numRuns: 50 },
    );
  });

  it('the order of insertion changes nothing', () => {
    fc.assert(
      fc.property(fc.uniqueArray(text, { minLength: 2, maxLength: 8 }), text, (texts, query) => {
        const reversed = new SearchIndex();
        reversed.wordVectors = table;
        [...texts.entries()]
          .reverse()
          .forEach(([n, content]) => reversed.add(documentOf(`id-${n}`, content, n)));
        expect(find(reversed, query)).toEqual(find(indexOf(texts), query));
      }),
      { numRuns: 50 },
    );
  });

  it('an index from its parts ranks alike, and keeps no vector of what is gone', () => {
    const index = indexOf([...memories, 'secret teapot of the queen']);
    index.remove('id-4');
    const parts = indexToParts(index);
    const reloaded = indexFromParts(parts.map((part) => Uint8Array.from(part)));
    expect(find(reloaded, 'как удалить файл')).toEqual(find(index, 'как удалить файл'));
    const [values, scales] = parts.slice(-2);
    expect(new Float32Array(scales!.buffer, scales!.byteOffset, 5)[4]).toBe(0);
    expect(values!.subarray(4 * table.dimensions, 5 * table.dimensions).every((value) => value === 0)).toBe(
      true,
    );
  });
});
