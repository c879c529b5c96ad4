/*
 * Small words that some scripts write onto the word they belong to. A light analysis by spelling alone: a word that only
 * looks as if it had one is taken apart as well, in documents and queries alike, and its whole stays a form of its own.
 */

/** And; that, when; the, in, to, as, from: at most one of each, in this order. */
const HEBREW_PREFIXES = [/^ו/, /^כ?ש/, /^[הבלכמ]/];
/** Letters of the shortest word that is left. */
const SHORTEST_HEBREW = 3;

/** What a folded word of Hebrew is without its first prefix, without two of them, without three: as far as three letters stay. */
export function withoutHebrewPrefixes(word: string): string[] {
  const rests: string[] = [];
  let rest = word;
  for (const prefix of HEBREW_PREFIXES) {
    const shorter = rest.replace(prefix, '');
    if (shorter === rest || shorter.length < SHORTEST_HEBREW) continue;
    rest = shorter;
    rests.push(rest);
  }
  return rests;
}

/** Particles after a noun, of the marks of case and topic, and forms of the copula. */
const KOREAN_PARTICLE =
  '을|를|은|는|이|가|에|의|도|로|와|과|만|나|랑|들|들이|들을|들은|들의|에서|에게|에는|에도|에서는|에만|으로|으로는|로는|로서|로써|까지|부터|처럼|' +
  '보다|마다|하고|이나|이랑|이며|이고|이라|이라는|이다|입니다|인|라고|라는|라는데|만큼|밖에|조차|마저|대로';
const SYLLABLE_AND_PARTICLE = new RegExp(`^(.)(?:${KOREAN_PARTICLE})$`, 'u');

/**
 * The noun of one syllable before a particle (`키를`: `키`), undefined for any other word of Hangul. Longer nouns are found
 * by their pairs of syllables.
 */
export function nounOfOneSyllable(word: string): string | undefined {
  return SYLLABLE_AND_PARTICLE.exec(word)?.[1];
}
