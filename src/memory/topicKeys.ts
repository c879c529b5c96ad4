import { topicKey } from './observations';

/** A key is to be read: longer ones are cut at a word. Code points. */
const SEGMENT_LENGTH = 100;
const WORDS_OF_CONTENT = 8;

const FAMILY_OF_TYPE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bug: ['bugfix', 'bug', 'fix', 'incident', 'hotfix'],
    architecture: ['architecture', 'design', 'adr', 'refactor'],
    decision: ['decision'],
    pattern: ['pattern', 'convention', 'guideline'],
    config: ['config', 'setup', 'infra', 'ci'],
    discovery: ['discovery', 'investigation', 'root_cause'],
    learning: ['learn', 'learning'],
    session: ['session_summary'],
  }).flatMap(([family, types]) => types.map((type): [string, string] => [type, family])),
);

/** Words that tell of a family where the type does not; the first family counts. */
const WORDS_OF_FAMILY: readonly (readonly [family: string, words: RegExp])[] = [
  ['bug', /\b(?:bugs?|bugfix|fix(?:e[sd])?|hotfix|regressions?|crash(?:e[sd])?|incidents?)\b/u],
  ['architecture', /\b(?:architectur(?:e|al)|designs?|adr|refactor(?:ed|ing)?)\b/u],
  ['decision', /\b(?:decisions?|decided?|chose|chosen)\b/u],
  ['pattern', /\b(?:patterns?|conventions?|guidelines?)\b/u],
  ['config', /\b(?:config(?:s|uration)?|set-?up|environment|infra(?:structure)?|ci)\b/u],
  ['discovery', /\b(?:discover(?:y|ies|ed)|investigat(?:e[sd]?|ions?)|found|root cause)\b/u],
  ['learning', /\b(?:learn(?:ed|t|ings?)?|lessons?)\b/u],
];

/**
 * A stable topic_key for an observation: the family of its type, or the one that its words tell of, and its title (the
 * first words of its content without one).
 */
export function suggestTopicKey(type: string, title: string, content: string): string {
  const family = familyOf(type.trim().toLowerCase(), `${title} ${content}`.toLowerCase());
  const words = segment(title) || segment(content.trim().split(/\s+/u).slice(0, WORDS_OF_CONTENT).join(' '));
  const rest =
    words === family ? '' : words.startsWith(`${family}-`) ? words.slice(family.length + 1) : words;
  return `${family}/${rest || 'general'}`;
}

function familyOf(type: string, text: string): string {
  const known = FAMILY_OF_TYPE.get(type);
  if (known !== undefined) return known;
  const told = WORDS_OF_FAMILY.find(([, words]) => words.test(text));
  if (told !== undefined) return told[0];
  // The type that stands for none.
  return type === 'manual' ? 'topic' : segment(type) || 'topic';
}

/**
 * One segment of a key: a `/` in the text begins no other, nor one that its normal form has (`℀` is `a/c`). Empty for a
 * text without letter or digit.
 */
function segment(text: string): string {
  const key = topicKey(text.normalize('NFKC').replaceAll('/', ' '));
  if (!/[\p{L}\p{N}]/u.test(key)) return '';
  const points = [...key];
  if (points.length <= SEGMENT_LENGTH) return key;
  const cut = points.slice(0, SEGMENT_LENGTH).join('');
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut;
}
