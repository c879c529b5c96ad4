import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { INDEX_VERSION, indexToParts } from '../../../src/search/indexParts';
import { SearchIndex } from '../../../src/search/searchIndex';

const texts = [
  "How does the server's retry queue handle failing uploads? It doesn't: users' requests were dropped.",
  'getUserById src/app/main.ts:42 C++ .NET #1234 2024-01-15 @scope/pkg --error-on-warnings std::vector v1.2.3 utf8 HTTPServer',
  'Порты сервера открыты, потому что ёлка горит. Користувач їздить. Η πόρτα άνοιξε.',
  'المستخدمون يحفظون الملفات  המשתמש שומר קבצים  उपयोगकर्ता फ़ाइलें सहेजता है',
  "dell’utente Redis'te błąd об’єкт והשרת می\u200cشود फ़ाइल സെർവർ 키를 a ??= b → ✓ 🇩🇪 log4j2 " +
    '3f2a9bc1d4'.repeat(4),
  '東京都のデータベース らーめん 数据库连接失败 서버가 실패했습니다 ฐานข้อมูลเชื่อมต่อ 🦊 ４２ ı İ ß naïve Ångström',
];

/** Everything an index of some texts holds: the analysis and the arrays. */
function fingerprint(): number {
  const index = new SearchIndex();
  texts.forEach((content, n) => {
    index.add({
      id: `id-${n}`,
      kind: 'observation',
      fields: { title: `${n} of ${texts.length}`, content, ...(n === 1 ? { key: 'code/names' } : {}) },
      sequence: n,
    });
  });
  // Of one buffer: Node 20 gives 0 for an empty one, whatever came before it.
  return crc32(Buffer.concat(indexToParts(index)));
}

it('the version of the index is raised when the analysis or the arrays change', () => {
  // When this fails, the index files of released versions no longer say what this program would: raise INDEX_VERSION,
  // and write both new values here.
  expect([INDEX_VERSION, fingerprint()]).toEqual(['4', 197_360_528]);
});
