import { analyze } from './analyze';

const ELLIPSIS = '…';
const ELLIPSIS_BYTES = 3;
/** Matches looked at in one text; the best place is among the first of them in any text a person wrote. */
const MAX_MATCHES = 2_000;
/** Characters looked at in one run of letters without a space; a longer one is data. */
const MAX_RUN = 4_096;

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
  for (const { 0: run, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (matches.length >= MAX_MATCHES) break;
    matches.push(...matchesInRun(run.slice(0, MAX_RUN), index, wanted));
  }
  return matches.sort((a, b) => a.start - b.start);
}

/** A run is a word, or many of a script without spaces. */
function matchesInRun(run: string, index: number, wanted: ReadonlyMap<string, number>): Match[] {
  const matches: Match[] = [];
  for (const { wholes, parts, words } of analyze(run)) {
    for (const form of [...wholes, ...parts]) {
      const term = wanted.get(form);
      if (term === undefined) continue;
      // Inside a run without spaces the match is where the n-gram stands.
      const offset = words > 1 ? Math.max(0, run.indexOf(form)) : 0;
      const length = words > 1 ? form.length : run.length;
      matches.push({ term, start: index + offset, end: index + offset + length });
    }
    if (matches.length >= MAX_MATCHES) break;
  }
  return matches;
}

/** More than `bytes` bytes of UTF-8. A unit of UTF-16 is at least one, so a far end is told without measuring. */
function isLonger(text: string, start: number, end: number, bytes: number): boolean {
  return end - start > bytes || byteLength(text.slice(start, end)) > bytes;
}

/** The stretch of at most `room` bytes that holds the most distinct terms; the first of several. */
function densest(text: string, matches: readonly Match[], room: number): { start: number; end: number } {
  let best = { start: 0, end: 0 };
  let most = 0;
  const inside = new Map<number, number>();
  for (let from = 0, to = 0; to < matches.length; to++) {
    const last = matches[to]!;
    inside.set(last.term, (inside.get(last.term) ?? 0) + 1);
    while (from < to && isLonger(text, matches[from]!.start, last.end, room)) {
      const left = matches[from++]!;
      const count = (inside.get(left.term) ?? 1) - 1;
      if (count === 0) inside.delete(left.term);
      else inside.set(left.term, count);
    }
    if (inside.size > most) {
      most = inside.size;
      best = { start: matches[from]!.start, end: last.end };
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
