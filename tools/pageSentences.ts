/** One sentence of a page, one row of a table cut into its sentences, or one block of code. */
export interface PageSentence {
  /** From 1, over the whole page: the number stays as long as nothing before it is added or taken away. */
  readonly number: number;
  /** Text of the nearest heading; empty before the first one. */
  readonly section: string;
  readonly text: string;
}

/**
 * Cuts a Markdown page into what can be checked one by one. Headings and the head of a table are no sentences of
 * their own; the cells of a row belong together.
 */
export function pageSentences(markdown: string): readonly PageSentence[] {
  const sentences: PageSentence[] = [];
  let section = '';
  const add = (text: string): void => {
    if (/[\p{L}\p{N}]/u.test(text)) sentences.push({ number: sentences.length + 1, section, text });
  };
  for (const block of blocksOf(markdown)) {
    switch (block.kind) {
      case 'heading':
        section = block.text;
        break;
      case 'code':
        add(block.text);
        break;
      case 'text':
        for (const text of cutIntoSentences(block.text)) add(text);
        break;
    }
  }
  return sentences;
}

interface Block {
  readonly kind: 'heading' | 'code' | 'text';
  readonly text: string;
}

function blocksOf(markdown: string): readonly Block[] {
  const blocks: Block[] = [];
  const lines = markdown.split(/\r?\n/u);
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    const previous = blocks.at(-1);
    if (line.startsWith('```')) {
      const end = lines.findIndex((later, index) => index > at && later.trim().startsWith('```'));
      const last = end < 0 ? lines.length : end;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last;
    } else if (line.startsWith('#')) {
      blocks.push({ kind: 'heading', text: line.replace(/^#+\s*/u, '') });
    } else if (isRule(line)) {
      continue;
    } else if (line.startsWith('|')) {
      if (!isRule(lines[at + 1]?.trim() ?? '')) blocks.push({ kind: 'text', text: cellsOf(line) });
    } else if (previous?.kind === 'text' && previous.text.endsWith(',') && line !== '') {
      // A paragraph whose lines were broken by hand.
      blocks.splice(-1, 1, { kind: 'text', text: `${previous.text} ${line}` });
    } else if (line !== '') {
      blocks.push({ kind: 'text', text: line.replace(/^(?:[-*>]|\d+\.)\s+/u, '') });
    }
  }
  return blocks;
}

/** The line under the head of a table. */
function isRule(line: string): boolean {
  return /^\|?[\s:|-]*-[\s:|-]*$/u.test(line);
}

function cellsOf(line: string): string {
  return line
    .split(/(?<!\\)\|/u)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ');
}

const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs)|(?<!\p{L})См|\.\.)\.$/u;
/** What may still belong to the sentence, and then white space or the end. A `?` may also stand for "optional". */
const CLOSING = { '.': /^[*")»]*(?=\s|$)/u, '!': /^[*")»]*(?=\s|$)/u, '?': /^[*")»]*(?=\s+\p{Lu}|$)/u };

/** At a full stop, a question or an exclamation mark that ends a word outside of code. */
function cutIntoSentences(text: string): readonly string[] {
  const sentences: string[] = [];
  let inCode = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '`') inCode = !inCode;
    if (inCode || !(character in CLOSING)) continue;
    const closing = CLOSING[character as keyof typeof CLOSING].exec(text.slice(at + 1));
    if (closing === null || ABBREVIATION.test(text.slice(start, at + 1))) continue;
    const end = at + 1 + closing[0].length;
    sentences.push(text.slice(start, end));
    start = end;
  }
  return [...sentences, text.slice(start)].map((sentence) => sentence.replace(/^[\s|]+|\s+$/gu, ''));
}
