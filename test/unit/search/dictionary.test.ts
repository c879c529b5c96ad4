import { describe, expect, it } from 'vitest';
import { Dictionary } from '../../../src/search/dictionary';
import { DiceMeasure } from '../../../src/search/grams';

/** Twice the bigrams of code units that two words share over all they have, a border before the first letter. */
function dice(one: string, other: string): number {
  const bigrams = (word: string): string[] =>
    Array.from({ length: word.length }, (_, i) => `^${word}`.slice(i, i + 2));
  const left = bigrams(other);
  const shared = bigrams(one).filter((bigram) => {
    const at = left.indexOf(bigram);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return (2 * shared.length) / (one.length + other.length);
}

describe('terms alike', () => {
  const groups = [
    ['deploy', 'deployment', 'deplore', 'depot', 'depends', 'deployed', 'dep'],
    ['banana', 'banananana', 'ban', 'banner', 'bananas'],
    ['сервер', 'серверный', 'серебро', 'сервис', 'сер'],
    ['ähnlich', 'ähnliches', 'ähnelt', 'ähn'],
    ['𐐨𐐩𐐪𐐫', '𐐨𐐩𐐪', '𐐨𐐩𐐪𐐫𐐬', '𐐨𐐩'],
  ];
  const dictionary = new Dictionary();
  for (const word of groups.flat()) dictionary.add(word);

  it.each(groups.flat())(
    'are those that begin like %s and share as many bigrams as the definition says',
    (word) => {
      const measure = new DiceMeasure();
      measure.measureBy(word, 3);
      const { numbers, similarities } = dictionary.alike(word, measure, 0.4);
      const found = Array.from(numbers, (number, i) => [dictionary.term(number), similarities[i]]);
      const expected = groups
        .flat()
        .filter((other) => other !== word && other.slice(0, 3) === word.slice(0, 3))
        .map((other): [string, number] => [other, dice(word, other)])
        .filter(([, similarity]) => similarity >= 0.4);
      expect(found.sort()).toEqual(expected.sort());
    },
  );
});
