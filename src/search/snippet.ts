import { chunkTokens, spacelessUnits } from './analyze';
import type { Token } from './analyze';
import { isSpaceless } from './characters';
import { normalize } from './fold';
import { cutRuns } from './runs';

const ELLIPSIS = '…';
const ELLIPSIS_BYTES = 3;
/** Matches looked at in one text; the best place is among the first of them in any text a person wrote. */
const MAX_MATCHES = 2_000;
const ZWNJ = '\u200c';
/** What NFKC may make one character of: a character and its marks, half-width ones too, or the letters of Hangul. */
const COMPOSED = /[\u1100-\u11ff]+|[^][\p{M}\uff9e\uff9f]*/gu;

interface Match {
  readonly term: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a text of at most `maxBytes` UTF-8 bytes around the place where most of the terms of the index
 * (`SearchHit.terms`) stand close together; its beginning when none does. Cut between graphemes, with `…` at each
 * cut. Lone surrogates become U+FFFD.
 */
export function snippet(text: string, terms: readonly string[], maxBytes: number): string {
  const whole = text.toWellFormed();
  if (byteLength(whole) <= maxBytes) return whole;
  const room = maxBytes - 2 * ELLIPSIS_BYTES;
  if (room <= 0) return maxBytes >= ELLIPSIS_BYTES ? ELLIPSIS : '';
  const matches = findMatches(whole, terms);
  const { start, end } = densest(whole, matches, room);
  return around(whole, start, end, room);
}

/** Bytes of a well-formed string in UTF-8. */
function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) bytes++;
    // A surrogate pair is two units and four bytes.
    if (unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff)) bytes++;
  }
  return bytes;
}

function findMatches(text: string, terms: readonly string[]): Match[] {
  const wanted = new Map(terms.map((term, i) => [term, i]));
  const matches: Match[] = [];
  if (wanted.size === 0) return matches;
  for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
    for (const { term, start, end } of inWriting(word, matchesInWord(normalize(word), wanted)))
      matches.push({ term, start: index + start, end: index + end });
    if (matches.length >= MAX_MATCHES) break;
  }
  return matches.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Where the terms stand in what the analysis makes of a text without white space. */
function matchesInWord(word: string, wanted: ReadonlyMap<string, number>): Match[] {
  const matches: Match[] = [];
  // The normal form of one character may have blanks in it.
  const chunks = /\s/.test(word) ? word.matchAll(/\S+/gu) : [{ 0: word, index: 0 }];
  for (const { 0: chunk, index } of chunks) {
    for (const token of chunkTokens(chunk)) {
      for (const { term, start, end } of isSpaceless(token.script)
        ? matchesInRun(token, wanted)
        : matchesInToken(token, wanted))
        matches.push({ term, start: index + token.at + start, end: index + token.at + end });
      if (matches.length >= MAX_MATCHES) return matches;
    }
  }
  return matches;
}

/** In a run of a script without spaces a match is where the pair of characters stands. */
function matchesInRun(
  { surface, script, parts, singles }: Token,
  wanted: ReadonlyMap<string, number>,
): Match[] {
  const matches: Match[] = [];
  if (![...parts, ...singles].some((form) => wanted.has(form))) return matches;
  const units = spacelessUnits(surface, script);
  let start = 0;
  units.forEach((unit, place) => {
    const next = units[place + 1] ?? '';
    for (const [form, length] of [
      [unit, unit.length],
      [parts[place] ?? '', unit.length + next.length],
    ] as const) {
      const term = wanted.get(form);
      if (term !== undefined) matches.push({ term, start, end: start + length });
    }
    start += unit.length;
  });
  return matches;
}

/** A whole is the word itself; a part of a name is one of the words in it. */
function matchesInToken({ surface, wholes, parts }: Token, wanted: ReadonlyMap<string, number>): Match[] {
  const matches: Match[] = [];
  const add = (forms: readonly string[], start: number, end: number): void => {
    for (const form of forms) {
      const term = wanted.get(form);
      if (term !== undefined) matches.push({ term, start, end });
    }
  };
  add(wholes, 0, surface.length);
  if (!parts.some((form) => wanted.has(form))) return matches;
  const runs = cutRuns(surface);
  if (runs.length < 2) add(parts, 0, surface.length);
  else {
    for (const { start, end } of runs)
      for (const token of chunkTokens(surface.slice(start, end)))
        add([...token.wholes, ...token.parts], start, end);
  }
  return matches;
}

/** The places of matches in a word as it was written: they are those in its normal form, which may be longer or shorter. */
function inWriting(written: string, matches: readonly Match[]): readonly Match[] {
  if (matches.length === 0) return matches;
  const word = normalize(written);
  if (word === written) return matches;
  // By place in the normal form: where the characters that it comes from begin and end.
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: segment, index } of written.matchAll(COMPOSED)) {
    const same = word.startsWith(segment, starts.length);
    let end = starts.length + (same ? segment : normalize(segment)).length;
    // It stays or goes by what is around it.
    while (word[end] === ZWNJ) end++;
    while (starts.length < end) {
      starts.push(index);
      ends.push(index + segment.length);
    }
  }
  return matches.map(({ term, start, end }) => ({
    term,
    start: starts[start] ?? written.length,
    end: ends[end - 1] ?? written.length,
  }));
}

/** More than `bytes` bytes of UTF-8. A unit of UTF-16 is at least one, so a far end is told without measuring. */
function isLonger(text: string, start: number, end: number, bytes: number): boolean {
  return end - start > bytes || byteLength(text.slice(start, end)) > bytes;
}

/** The stretch of at most `room` bytes that holds the most distinct terms; of several the shortest, then the first. */
function densest(text: string, matches: readonly Match[], room: number): { start: number; end: number } {
  let best = { start: 0, end: 0 };
  let most = 0;
  const inside = new Map<number, number>();
  for (let from = 0, to = 0; to < matches.length; to++) {
    const last = matches[to]!;
    inside.set(last.term, (inside.get(last.term) ?? 0) + 1);
    for (; from < to; from++) {
      const left = matches[from]!;
      const others = inside.get(left.term)! - 1;
      if (others === 0 && !isLonger(text, left.start, last.end, room)) break;
      if (others === 0) inside.delete(left.term);
      else inside.set(left.term, others);
    }
    const { start } = matches[from]!;
    if (inside.size > most || (inside.size === most && last.end - start < best.end - best.start)) {
      most = inside.size;
      best = { start, end: last.end };
    }
  }
  return best;
}

interface Piece {
  readonly segment: string;
  readonly index: number;
}

/** Printable ASCII needs none of what makes a segmenter slow: it has no grapheme of two characters. */
function graphemes(text: string): Piece[] {
  if (/^[\x20-\x7e\n]*$/.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
  return [...new Intl.Segmenter().segment(text)];
}

/** Grows outwards from the middle of a stretch, grapheme by grapheme, while the bytes last. */
function around(text: string, start: number, end: number, room: number): string {
  const middle = Math.floor((start + end) / 2);
  const from = Math.max(0, middle - 2 * room);
  const to = Math.min(text.length, middle + 2 * room);
  const pieces = graphemes(text.slice(from, to));
  // A grapheme cut by the edge of the slice is not one.
  if (from > 0) pieces.shift();
  if (to < text.length) pieces.pop();
  let right = pieces.findIndex((piece) => from + piece.index + piece.segment.length > middle);
  if (right < 0) right = pieces.length;
  let left = right;
  let bytes = 0;
  for (let growing = true; growing;) {
    growing = false;
    for (const side of ['right', 'left'] as const) {
      const piece = side === 'right' ? pieces[right] : pieces[left - 1];
      if (piece === undefined) continue;
      const size = byteLength(piece.segment);
      if (bytes + size > room) continue;
      bytes += size;
      if (side === 'right') right++;
      else left--;
      growing = true;
    }
  }
  const body = pieces
    .slice(left, right)
    .map((piece) => piece.segment)
    .join('');
  const bodyStart = from + (pieces[left]?.index ?? 0);
  const cutBefore = body === '' || bodyStart > 0;
  const cutAfter = body === '' || bodyStart + body.length < text.length;
  return `${cutBefore ? ELLIPSIS : ''}${body}${cutAfter && !(body === '' && cutBefore) ? ELLIPSIS : ''}`;
}
