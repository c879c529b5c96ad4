import type { Transaction } from '../store/types';
import { bodyHash, insertMemory, replaceMemory, type MemoryRow } from './memoryRow';

/** What a section of learnings says, and how much of it was left out. */
export interface Learnings {
  /** In their order, at most `MOST`. */
  readonly items: readonly string[];
  /** Items that are too short to mean anything later, or too many. */
  readonly dropped: number;
}

const LEAST = { characters: 20, words: 4 };
const MOST = 80;

/** Headings in the languages that agents write in, folded as `folded` does. */
const HEADINGS: ReadonlySet<string> = new Set(
  [
    ...['key learnings', 'key learning', 'learnings', 'lessons learned', 'key takeaways'],
    ...['ключевые выводы', 'ключевые уроки', 'выводы', 'чему научились', 'что узнали', 'извлечённые уроки'],
    ...['aprendizajes clave', 'aprendizajes', 'lecciones aprendidas'],
    ...['wichtige erkenntnisse', 'zentrale erkenntnisse', 'erkenntnisse'],
    ...['enseignements clés', 'enseignements', 'points clés appris'],
    ...['关键经验', '经验教训', '主要收获', '学习要点'],
  ].map(folded),
);

const HEADING = /^ {0,3}#{1,6}\s+(.*)$/u;
/** A line that is nothing but bold text: what many write in place of a heading. */
const BOLD_LINE = /^ {0,3}\*\*([^*]+)\*\*:?$/u;
const FENCE = /^ {0,3}(`{3,}|~{3,})/u;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/u;

/**
 * The items of the last section that is headed as one of learnings: bullets or numbered lines, each with the lines
 * that go on with it. Undefined where no section is. Fenced code counts for nothing.
 */
export function learningsIn(text: string): Learnings | undefined {
  let section: string[] | undefined;
  let within = false;
  for (const line of prose(text)) {
    const heading = headingOf(line);
    if (heading !== undefined) {
      within = HEADINGS.has(folded(heading));
      if (within) section = [];
    } else if (within) {
      section?.push(line);
    }
  }
  if (section === undefined) return undefined;
  const all = itemsOf(section);
  const meaningful = all.filter(isMeaningful);
  const items = meaningful.slice(0, MOST);
  return { items, dropped: all.length - items.length };
}

/** The lines outside fenced code. A fence that is not closed goes to the end. */
function prose(text: string): readonly string[] {
  let fence: string | undefined;
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      const closes = mark?.startsWith(fence) === true && line.trim() === mark;
      if (closes) fence = undefined;
    } else if (mark !== undefined) {
      fence = mark;
    } else {
      lines.push(line);
    }
  }
  return lines;
}

/** Also a line of its own that is a heading by its words alone: `Key Learnings:`. */
function headingOf(line: string): string | undefined {
  const marked = (HEADING.exec(line) ?? BOLD_LINE.exec(line.trimEnd()))?.[1];
  if (marked !== undefined) return marked;
  return line.trimEnd().endsWith(':') && HEADINGS.has(folded(line)) ? line : undefined;
}

/** Letters and blanks alone, lower-case: no number, emoji, colon or emphasis tells two headings apart. */
function folded(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

function itemsOf(lines: readonly string[]): readonly string[] {
  const items: string[] = [];
  let open = false;
  for (const line of lines) {
    const start = ITEM.exec(line)?.[1];
    const last = items.length - 1;
    if (start !== undefined) {
      items.push(start.trim());
      open = true;
    } else if (line.trim() === '') {
      open = false;
    } else if (open) {
      items[last] = `${items[last] ?? ''} ${line.trim()}`;
    }
  }
  return items;
}

function isMeaningful(item: string): boolean {
  return [...item].length >= LEAST.characters && wordsIn(item) >= LEAST.words;
}

/** As the reader's language counts them: Chinese and Thai put no blanks between words. */
const words = new Intl.Segmenter('en', { granularity: 'word' });

function wordsIn(text: string): number {
  let count = 0;
  for (const { isWordLike } of words.segment(text)) if (isWordLike === true) count++;
  return count;
}

const TITLE_LENGTH = 100;

export interface CapturedLearnings {
  readonly saved: number;
  /** Known already, in whatever words of upper or lower case: counted there, not stored again. */
  readonly duplicates: number;
}

/** Each item becomes an observation of its own, all in this one write. */
export function saveLearnings(
  tx: Transaction,
  items: readonly string[],
  passport: { readonly sessionId: string; readonly source: string; readonly savedBy: string },
  now: string,
): CapturedLearnings {
  let duplicates = 0;
  for (const content of items) {
    const known = liveWithText(tx, content);
    if (known !== undefined) {
      replaceMemory(tx, known, { duplicate_count: known.duplicate_count + 1 });
      duplicates++;
      continue;
    }
    insertMemory(
      tx,
      {
        kind: 'observation',
        type: 'discovery',
        scope: 'project',
        title: titleOf(content),
        content,
        tool_name: passport.source,
        session_id: passport.sessionId,
        saved_by: passport.savedBy,
      },
      now,
    );
  }
  return { saved: items.length - duplicates, duplicates };
}

function liveWithText(tx: Transaction, content: string): MemoryRow | undefined {
  return tx.query<MemoryRow>(
    `SELECT * FROM memory WHERE body_hash = ? AND kind <> 'fact' AND deleted_at IS NULL
     ORDER BY sequence DESC, id DESC LIMIT 1`,
    [bodyHash(content)],
  )[0];
}

function titleOf(content: string): string {
  const plain = content.replaceAll('**', '');
  const points = [...plain];
  return points.length <= TITLE_LENGTH ? plain : `${points.slice(0, TITLE_LENGTH - 1).join('')}…`;
}
