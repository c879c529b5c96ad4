import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/search/analyze';
import { exactForm } from '../../../src/search/exactText';
import { find, indexOf } from './documents';

/** Sentences about the same three things in each script, other forms of a word in the first and a part of one in the second. */
const scripts = [
  {
    script: 'Latin',
    texts: [
      'The production server restarts nightly',
      'Backups are stored in Frankfurt',
      'Logs rotate weekly',
    ],
    exact: 'production',
    inflected: 'restarting servers',
    fragment: 'Frankf',
  },
  {
    script: 'Cyrillic',
    texts: [
      'Рабочий сервер перезапускается ночью',
      'Резервные копии лежат в облаке',
      'Журналы хранятся неделю',
    ],
    exact: 'ночью',
    inflected: 'серверами',
    fragment: 'облак',
  },
  {
    script: 'Greek',
    texts: [
      'Ο διακομιστής επανεκκινείται κάθε νύχτα',
      'Τα αντίγραφα βρίσκονται στο νέφος',
      'Αρχεία εβδομάδας',
    ],
    exact: 'νύχτα',
    inflected: 'διακομιστές',
    fragment: 'αντίγραφ',
  },
  {
    script: 'Arabic',
    texts: ['يعاد تشغيل الخادم كل ليلة', 'النسخ الاحتياطية محفوظة في السحابة', 'السجلات تحفظ اسبوعا'],
    exact: 'الخادم',
    inflected: 'خادم',
    fragment: 'السحاب',
  },
  {
    script: 'Hebrew',
    texts: ['השרת מופעל מחדש בלילה', 'הגיבויים שמורים בענן', 'יומנים נשמרים שבוע'],
    exact: 'השרת',
    inflected: 'השרתים',
    fragment: 'הגיבוי',
  },
  {
    script: 'Devanagari',
    texts: ['सर्वर हर रात पुनः आरंभ होता है', 'बैकअप क्लाउड में रखे हैं', 'लॉग सप्ताह भर'],
    exact: 'सर्वर',
    inflected: 'रातों',
    fragment: 'क्लाउ',
  },
  {
    script: 'Thai',
    texts: ['เซิร์ฟเวอร์รีสตาร์ททุกคืน', 'ข้อมูลสำรองอยู่บนคลาวด์', 'บันทึกเก็บหนึ่งสัปดาห์'],
    exact: 'เซิร์ฟเวอร์',
    inflected: 'ทุกคืนนี้',
    fragment: 'คลาวด์',
  },
  {
    script: 'Han',
    texts: ['生产服务器每晚重启', '备份保存在云端', '日志保留一周'],
    exact: '服务器',
    inflected: '重启服务',
    fragment: '云端',
  },
  {
    script: 'kana',
    texts: ['サーバーをさいきどうする', 'バックアップはクラウドにある', 'ログをほぞんする'],
    exact: 'サーバー',
    inflected: 'さいきどうした',
    fragment: 'クラウド',
  },
  {
    script: 'Hangul',
    texts: ['운영 서버는 매일 밤 재시작된다', '백업은 클라우드에 있다', '로그는 일주일 보관'],
    exact: '매일',
    inflected: '서버에서',
    fragment: '클라우드',
  },
];

describe.each(scripts)('texts in $script', ({ texts, exact, inflected, fragment }) => {
  it('are found by an exact word', () => {
    expect(find(indexOf(...texts), exact)[0]).toBe('0');
  });

  it('are found by another form of a word', () => {
    expect(find(indexOf(...texts), inflected)[0]).toBe('0');
  });

  it('are found by a part of a word', () => {
    expect(find(indexOf(...texts), fragment)).toEqual(['1']);
  });

  it('are found by a piece of the sentence', () => {
    const piece = Array.from(texts[1] ?? '');
    expect(find(indexOf(...texts), piece.slice(0, Math.ceil(piece.length / 2)).join(''))[0]).toBe('1');
  });

  it('are found next to code, by either', () => {
    const index = indexOf(`${texts[2]} rotateLogs()`, `${texts[0]} restartServer()`, 'unrelated words');
    expect(find(index, exact)[0]).toBe('1');
    expect(find(index, 'restartServer')[0]).toBe('1');
  });
});

describe('spellings of one word', () => {
  it.each([
    ['composed and decomposed', 'caf\u00e9', 'cafe\u0301'],
    ['with and without accents', 'r\u00e9sum\u00e9', 'resume'],
    ['\u0451 and \u0435', 'развёртывание', 'развертывание'],
    ['a stress mark', 'за\u0301мок', 'замок'],
    ['full-width digits', '５４３２', '5432'],
    ['digits of another script', '٥٤٣٢', '5432'],
    ['the dotless i', 'ısı', 'isi'],
    ['the dotted capital I', 'İstanbul', 'istanbul'],
    ['sharp s', 'Straße', 'STRASSE'],
    ['the final sigma', 'λόγος', 'ΛΟΓΟΣ'],
    ['hamza on alef', 'أحمد', 'احمد'],
    ['vowel marks of Arabic', 'خَادِم', 'خادم'],
    ['points of Hebrew', 'שָׁלוֹם', 'שלום'],
    ['a zero-width non-joiner', 'می\u200cخواهم', 'میخواهم'],
    ['a soft hyphen', 'data\u00adbase', 'database'],
    ['ligatures', '\ufb01le', 'file'],
    ['a stroke through a letter', 'błąd', 'blad'],
    ['a bar at the beginning', 'Đặt', 'dat'],
    ['a slashed letter', 'nøgle', 'nogle'],
    ['letters grown together', 'œuvre ærlig', 'oeuvre aerlig'],
    ['letters of Old English', 'þjónn veður', 'thjonn vedur'],
    ['a letter at the end of a word in Hebrew', 'שלום', 'שלומ'],
    ['the nukta of Hindi', 'फ़ाइल', 'फाइल'],
    ['the chandrabindu of Hindi', 'हाँ', 'हां'],
    ['the chillu of Malayalam', 'സെർവർ', 'സെര്\u200dവര്\u200d'],
    ['the khanda ta of Bengali', 'হঠাৎ', 'হঠাত্\u200d'],
    ['an apostrophe that is a letter', "об'єкт", 'обєкт'],
    ['the gershayim of Hebrew', 'צה״ל', 'צהל'],
    ['a quotation mark for it', 'צה"ל', 'צהל'],
  ])('%s', (_, written, asked) => {
    expect(find(indexOf(`about ${written} here`, 'other things'), asked)).toEqual(['0']);
    expect(find(indexOf(`about ${asked} here`, 'other things'), written)).toEqual(['0']);
  });

  it('keeps letters that are letters of their own', () => {
    expect(exactForm('мой')).not.toBe(exactForm('мои'));
    expect(find(indexOf('їжа'), 'ижа')).toEqual([]);
    expect(find(indexOf('काम'), 'कम')).toEqual([]);
  });

  it('never lets a run cross scripts, and keeps the long vowel in its own', () => {
    const parts = (text: string): readonly (readonly string[])[] => analyze(text).map((token) => token.parts);
    expect(parts('のサーバー')).toEqual([['の'], ['サー', 'ーバ', 'バー']]);
    expect(parts('らーめん')).toEqual([['らー', 'ーめ', 'めん']]);
    expect(parts('dockerконтейнер')).toEqual([['docker'], ['контейнер']]);
    expect(parts('设v2置')).toEqual([['设'], ['v2'], ['置']]);
  });

  it.each(['🚀', '👍🏽', '👨‍👩‍👧', '❤️', '🇩🇪', '🇺🇦', '✓', '→', '★', '≤'])('takes %s for a word', (sign) => {
    expect(find(indexOf(`released ${sign} today`, 'released today'), sign)).toEqual(['0']);
  });

  it('takes two letters for one flag', () => {
    expect(find(indexOf('🇩🇪🇺🇦', '🇩🇺', '🇺🇩'), '🇺🇦')).toEqual(['0']);
  });

  it('does not take what pictures are drawn with for words', () => {
    expect(analyze('├── src │ ██ ⠿ ─')).toHaveLength(1);
  });
});

/** The second memory holds the word that is asked for as it is: the first is found beside it, not for want of it. */
describe('small words that are written onto others', () => {
  it.each([
    ['an article of Italian', "dell'applicazione", 'applicazione'],
    ['a preposition of Italian', 'nell’indice', 'indice'],
    ['a conjunction of French', 'lorsqu’utilisateur', 'utilisateur'],
    ['a case of Turkish', "Redis'te", 'Redis'],
    ['a case of Turkish after a short name', "AWS'de", 'AWS'],
    ['a verb of English', "server'll", 'server'],
    ['and the of Arabic', 'والخادم', 'خادم'],
    ['so the of Arabic', 'فالمفاتيح', 'مفاتيح'],
    ['and to the of Arabic', 'وللمستخدم', 'مستخدم'],
    ['the of Hebrew', 'השרת', 'שרת'],
    ['in of Hebrew, before a word that begins like a prefix', 'בשרתים', 'שרתים'],
    ['and in of Hebrew', 'ובמפתח', 'מפתח'],
    ['when the of Hebrew', 'כשהשרת', 'שרת'],
    ['and that the of Hebrew', 'ושהמשתמשים', 'משתמשים'],
    ['a part of Persian', 'می\u200cشود', 'شود'],
    ['an object of Korean', '키를', '키'],
    ['a place of Korean', '앱에서', '앱'],
  ])('%s', (_, written, asked) => {
    const index = indexOf(`about ${written} here`, `about ${asked} here`, 'other things');
    expect(new Set(find(index, asked))).toEqual(new Set(['0', '1']));
    expect(new Set(find(index, written))).toEqual(new Set(['0', '1']));
    expect(find(index, written, { match: 'all' })).toContain('0');
  });

  it('puts the word that is written as it is asked for first', () => {
    const index = indexOf('about ובמפתח here', 'about מפתח here', 'about 키를 here', 'about 키가 here');
    expect(find(index, 'ובמפתח')).toEqual(['0', '1']);
    expect(find(index, '키를')).toEqual(['2', '3']);
  });

  it('keeps the negations of English', () => {
    expect(analyze("don't isn’t").map(({ parts, stop }) => [...parts, stop])).toEqual([
      ['dont', true],
      ['isnt', true],
    ]);
  });

  it('finds what Persian writes together by what is written apart', () => {
    expect(find(indexOf('کتاب\u200cخانه', 'خانه', 'چیز'), 'کتاب خانه')[0]).toBe('0');
  });
});

describe('one character of a script without spaces', () => {
  it.each([
    ['Han', '生产服务器', '服'],
    ['Thai', 'ตู้นิรภัย', 'ตู้'],
    ['Khmer', 'កូនសោ', 'សោ'],
    ['Myanmar', 'သော့များ', 'သော့'],
  ])('%s', (_, written, asked) => {
    expect(find(indexOf(written, 'other'), asked)).toEqual(['0']);
  });
});
