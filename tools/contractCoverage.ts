import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { heldElsewhere, unheld } from '../test/mcp/contract/elsewhere';
import { pages, type Page, type SentenceId } from '../test/mcp/contract/row';
import { table } from '../test/mcp/contract/table';
import { pageSentences, type PageSentence } from './pageSentences';

// Usage: node tools/run.mjs tools/contractCoverage.ts [PAGES_DIR]
// Prints how many sentences of each page of the tools' contract are held by rows of test/mcp/contract. With the pages at
// hand (PAGES_DIR, or CONTRACT_PAGES) it tells the rest by number: held by other tests, no promise, or not covered.

/** Characters of a sentence that is not covered. */
const SHOWN = 160;

interface Held {
  readonly rows: ReadonlySet<SentenceId>;
  readonly elsewhere: ReadonlySet<SentenceId>;
  readonly unheld: ReadonlySet<SentenceId>;
}

const held: Held = {
  rows: new Set(table.flatMap(({ keeps }) => keeps)),
  elsewhere: new Set(heldElsewhere.flatMap(({ sentences }) => sentences)),
  unheld: new Set(unheld.flatMap(({ sentences }) => sentences)),
};

const folder = process.argv[2] ?? process.env['CONTRACT_PAGES'];
const files = folder === undefined ? undefined : pageFiles(folder);
for (const page of pages) {
  const file = files?.get(page);
  if (files === undefined) console.log(countLine(page));
  else if (file === undefined) console.log(`${countLine(page)}; the page is not in ${folder}`);
  else report(page, pageSentences(readFileSync(file, 'utf8')));
}

function countLine(page: Page): string {
  const of = (ids: ReadonlySet<SentenceId>): number =>
    [...ids].filter((id) => id.startsWith(`${page}#`)).length;
  const rows = table.filter(({ keeps }) => keeps.some((id) => id.startsWith(`${page}#`))).length;
  return `${page}: ${rows} rows hold ${of(held.rows)} sentences; ${of(held.elsewhere)} more are held by other tests; ${of(held.unheld)} promise nothing`;
}

function report(page: Page, sentences: readonly PageSentence[]): void {
  console.log(`${countLine(page)}; the page has ${sentences.length} sentences`);
  for (const [section, part] of bySection(sentences)) {
    const ids = part.map(({ number }): SentenceId => `${page}#${number}`);
    const count = (set: ReadonlySet<SentenceId>): number => ids.filter((id) => set.has(id)).length;
    console.log(
      `  ${section === '' ? '(without a heading)' : section}: ${part.length} sentences, ${count(held.rows)} in rows`,
    );
  }
  const missing = sentences.filter(({ number }) => !isHeld(`${page}#${number}`));
  for (const { number, text } of missing) console.log(`  not covered: ${page}#${number} ${oneLine(text)}`);
  const numbers = new Set(sentences.map(({ number }) => number));
  for (const id of [...held.rows, ...held.elsewhere, ...held.unheld]) {
    const [of, number] = id.split('#');
    if (of === page && !numbers.has(Number(number))) console.log(`  no such sentence: ${id}`);
  }
}

function isHeld(id: SentenceId): boolean {
  return held.rows.has(id) || held.elsewhere.has(id) || held.unheld.has(id);
}

function bySection(sentences: readonly PageSentence[]): ReadonlyMap<string, readonly PageSentence[]> {
  const sections = new Map<string, PageSentence[]>();
  for (const sentence of sentences)
    sections.set(sentence.section, [...(sections.get(sentence.section) ?? []), sentence]);
  return sections;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/gu, ' ');
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN)}…`;
}

/** By the name of the page: `mem_save.md`, or `1-tools.md` with a number before it, in any folder below. */
function pageFiles(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.md')) continue;
    const name = entry.name.replace(/^\d+-/u, '').replace(/\.md$/u, '');
    if (!found.has(name)) found.set(name, path.join(entry.parentPath, entry.name));
  }
  return found;
}
