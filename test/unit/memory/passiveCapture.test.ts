import { describe, expect, it } from 'vitest';
import { learningsIn } from '../../../src/memory/passiveCapture';

const items = (...lines: readonly string[]): readonly string[] | undefined =>
  learningsIn(lines.join('\n'))?.items;

const FIRST = 'The importer reads every row twice';
const SECOND = 'Retries hide the first error of a batch';

describe('the section of learnings', () => {
  it.each([
    '## Key Learnings',
    '### Key Learnings:',
    '# key learnings',
    '## 🔑 Key Learnings',
    '## 3. Learnings',
    '## **Learnings:**',
    '**Key Learnings**',
    '**Key Learnings:**',
    'Key Learnings:',
    '## Lessons learned',
    '## Ключевые выводы',
    '## Извлеченные уроки:',
    '**Выводы:**',
    '## Aprendizajes Clave:',
    '## Wichtige Erkenntnisse',
    '## Enseignements clés',
    '## 经验教训',
  ])('is headed %s', (heading) => {
    expect(items('# Report', 'Some text.', heading, '', `- ${FIRST}`)).toEqual([FIRST]);
  });

  it.each([
    ['a sentence that names it', 'The key learnings are below.'],
    ['another heading', '## Key Results'],
    ['a heading that only begins so', '## Learnings of others that we did not check'],
    ['the words without a colon', 'Learnings'],
  ])('is not: %s', (_what, heading) => {
    expect(learningsIn(`${heading}\n- ${FIRST}`)).toBeUndefined();
  });

  it('is the last one', () => {
    expect(items('## Learnings', `- ${FIRST}`, '## Work', 'Text.', '## Learnings', `- ${SECOND}`)).toEqual([
      SECOND,
    ]);
    expect(items('## Learnings', `- ${FIRST}`, '## Learnings')).toEqual([]);
  });

  it('ends with the next heading of any kind', () => {
    expect(items('## Learnings', `- ${FIRST}`, '# Next', `- ${SECOND}`)).toEqual([FIRST]);
    expect(items('## Learnings', `- ${FIRST}`, '**Next steps**', `- ${SECOND}`)).toEqual([FIRST]);
  });
});

describe('an item', () => {
  it.each(['- ', '* ', '+ ', '• ', '1. ', '12) ', '  - '])('begins with "%s"', (mark) => {
    expect(items('## Learnings', `${mark}${FIRST}`, `${mark}${SECOND}`)).toEqual([FIRST, SECOND]);
  });

  it('goes on in the lines below it, and ends with a blank one', () => {
    expect(items('## Learnings', `- ${FIRST}`, '  since March.', '', 'Not an item.', `- ${SECOND}`)).toEqual([
      `${FIRST} since March.`,
      SECOND,
    ]);
  });

  it('reads the same with line ends of Windows', () => {
    expect(learningsIn(`## Learnings\r\n- ${FIRST}\r\n- ${SECOND}\r\n`)?.items).toEqual([FIRST, SECOND]);
  });

  it('has at least 20 characters and 4 words; what has not is counted', () => {
    const enough = [
      'a bb ccc dddd eeeeee',
      'Возвраты скрывают первую ошибку',
      '导入程序会把每一行读取两次，因此速度非常缓慢。',
    ];
    const tooLittle = ['a bb ccc dddd eeeee', 'Incomprehensibilities notwithstanding, indeed'];
    const found = learningsIn(
      ['## Learnings', ...[...enough, ...tooLittle].map((item) => `- ${item}`)].join('\n'),
    );
    expect(found).toEqual({ items: enough, dropped: 2 });
  });

  it('is one of at most 80', () => {
    const lines = Array.from({ length: 83 }, (_, n) => `- ${FIRST} and ${n} times`);
    const found = learningsIn(['## Learnings', ...lines].join('\n'));
    expect(found?.items).toHaveLength(80);
    expect(found?.items.at(-1)).toBe(`${FIRST} and 79 times`);
    expect(found?.dropped).toBe(3);
  });
});

describe('fenced code', () => {
  it('holds neither sections nor items', () => {
    expect(
      items('## Learnings', `- ${FIRST}`, '```md', '## Learnings', '- One that is only an example', '```'),
    ).toEqual([FIRST]);
    expect(items('~~~', '## Learnings', `- ${FIRST}`, '~~~')).toBeUndefined();
  });

  it('ends with a fence of its own kind, as long or longer', () => {
    expect(items('## Learnings', '````', '```', `- ${SECOND}`, '`````', `- ${FIRST}`)).toEqual([FIRST]);
    expect(items('## Learnings', '```', '~~~', `- ${SECOND}`, '```', `- ${FIRST}`)).toEqual([FIRST]);
  });

  it('goes to the end when nothing ends it', () => {
    expect(items('## Learnings', `- ${FIRST}`, '```', `- ${SECOND}`)).toEqual([FIRST]);
  });
});

describe('100,000 characters', () => {
  it.each([
    ['blanks', ' '.repeat(100_000)],
    ['hashes', '#'.repeat(100_000)],
    ['stars', '*'.repeat(100_000)],
    ['open bold lines', '**a\n'.repeat(25_000)],
    ['empty items', '- \n'.repeat(33_000)],
    ['fences', '```\n'.repeat(25_000)],
  ])('of %s are read at once', (_what, text) => {
    expect(learningsIn(`## Learnings\n${text}`)?.items).toEqual([]);
  });
});
