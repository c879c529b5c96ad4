import { analyze } from './analyze';
import type { Token } from './analyze';
import { isSpaceless } from './characters';
import { compareCodePoints } from './exactText';

/** Longer words are shown by the part that matched. */
const MAX_SHOWN = 64;

/**
 * The words of the texts that gave a document the terms it was found by (`SearchHit.terms`), as they stand there: in
 * the order of the terms, each once, at most `limit`.
 */
export function matchedWords(texts: readonly string[], terms: readonly string[], limit: number): string[] {
  const places = new Map(terms.map((term, place) => [term, place]));
  const words = new Map<string, { readonly word: string; place: number }>();
  for (const token of texts.flatMap((text) => analyze(text))) {
    for (const { word, place } of matchesIn(token, places)) {
      const known = words.get(word.toLowerCase());
      if (known === undefined) words.set(word.toLowerCase(), { word, place });
      else known.place = Math.min(known.place, place);
    }
  }
  return [...words.values()]
    .sort((a, b) => a.place - b.place || compareCodePoints(a.word, b.word))
    .slice(0, limit)
    .map(({ word }) => word);
}

interface WordMatch {
  readonly word: string;
  /** Of the first of its terms. */
  readonly place: number;
}

function matchesIn(token: Token, places: ReadonlyMap<string, number>): readonly WordMatch[] {
  if (isSpaceless(token.script)) return stretches(token, places);
  const forms = [...token.wholes, ...token.parts].filter((form) => places.has(form));
  const [first] = forms;
  if (first === undefined) return [];
  const place = Math.min(...forms.map((form) => places.get(form)!));
  return [{ word: token.surface.length <= MAX_SHOWN ? token.surface : first, place }];
}

/** Pairs of characters that follow one another and all matched, as one piece of the text. */
function stretches({ parts, singles }: Token, places: ReadonlyMap<string, number>): readonly WordMatch[] {
  const found: WordMatch[] = [];
  let piece: { word: string; place: number } | undefined;
  for (const part of parts) {
    const place = places.get(part);
    if (place === undefined) piece = undefined;
    else if (piece === undefined || piece.word.length >= MAX_SHOWN)
      found.push((piece = { word: part, place }));
    else {
      piece.word += part.slice(sharedEnd(piece.word, part));
      piece.place = Math.min(piece.place, place);
    }
  }
  if (found.length > 0) return found;
  return singles.flatMap((word) => (places.has(word) ? [{ word, place: places.get(word)! }] : []));
}

/** Length of the longest beginning of the right, short of all of it, that the left ends with. */
function sharedEnd(left: string, right: string): number {
  let length = right.length - 1;
  while (length > 0 && !left.endsWith(right.slice(0, length))) length--;
  return length;
}
