import { hasForbiddenCharacters } from './forbiddenCharacters';
import { encodedTexts } from './encodedText';
import { LiteralIndex } from './literals';
import { joinedLetters, normalizeForDetection } from './normalize';
import { unescaped } from './otherSpellings';
import { CHINESE } from './phrases/chinese';
import { ENGLISH } from './phrases/english';
import { FRENCH } from './phrases/french';
import { GERMAN } from './phrases/german';
import { SEEN, type Phrase } from './phrases/phrase';
import { RUSSIAN } from './phrases/russian';
import { SPANISH } from './phrases/spanish';
import type { Poisoning } from './types';

const PHRASES: readonly Phrase[] = [...ENGLISH, ...RUSSIAN, ...CHINESE, ...GERMAN, ...SPANISH, ...FRENCH];

/** The groups of literals of all phrases, one after the other, and where those of each phrase begin. */
const LITERALS = new LiteralIndex(PHRASES.flatMap(({ literals }) => literals));
const FIRST_GROUPS = PHRASES.map((_, at) =>
  PHRASES.slice(0, at).reduce((sum, { literals }) => sum + literals.length, 0),
);

/** Role markers of chat templates and tool protocols: nothing but a model's input has a use for them. */
const CHAT_MARKUP =
  /<\|(?:im_start|start_header_id|start)\|> ?(?:system|user|assistant|tool|developer)\b|<\|(?:system|assistant|user|tool)\|>|\[\/?inst\]|<<\/?sys>>|<start_of_turn>|<\/?(?:function_calls|function_results|tool_calls?|tool_results?|tool_use|tool_response|system-reminder|system_prompt)>|<invoke name=|(?:^|\n) ?human: [^\n]{1,2000}\n ?assistant:|(?:^|\n) ?### ?instructions?:[^\n]{0,2000}\n[^#]{0,2000}### ?(?:response|input):/;

const JOINED_ORDER =
  /(?:ignore|disregard|forget|override)(?:all|any|the|your|my|every|of)*(?:previous|prior|above|earlier|your|system)+(?:instruction|prompt|rule|direction|guideline|command)|donottelltheuser|игнорируй(?:те)?(?:все|всё)*(?:предыдущие|прежние|прошлые|свои)+(?:инструкции|указания|правила|команды)/;

/** The plainest of them, in a text without any blanks, breaks and hyphens. */
const SQUEEZED_ORDER =
  /(?:ignore|disregard|forget)(?:all|any|the|of|your|my)*(?:previous|prior|earlier)(?:system|user)?(?:instruction|directive|guideline)/;
const APART = /[\s_./*|-]+/g;

/** Text that talks about such phrases: then a phrase in quotes, or introduced as an example, is not an order. */
const TALKS_ABOUT =
  /injection|jailbreak|attack|adversarial|malicious|red[- ]team|poison|guardrail|exploit|инъекци|атак|внедрени|вредоносн|注入|攻击|越狱|inyeccion|ataque|einschleusung|angriff|injektion|attaque/;
const QUOTED_BEFORE =
  /["'`([{“”«»:] ?$|\b(?:like|such as|e\.g\.|phrases?|strings?|pattern|says?|text|prompt|example|вроде|типа|например|comme|wie|como|例如|如)[ :]{0,2}$/;

/**
 * Whether a text gives orders to whoever reads it later. Refuses only what is plain: the rest is met by framing
 * recalled text as data. `seen` says what was found and quotes nothing. Linear in the text's length.
 */
export function detectPoisoning(text: string): Poisoning | undefined {
  const characters = hasForbiddenCharacters(text);
  if (characters) return { seen: characters };
  const seen = findOrder(normalizeForDetection(text)) ?? findEncoded(text);
  return seen === undefined ? undefined : { seen };
}

function findOrder(text: string): string | undefined {
  if (text.includes('<') || text.includes('[') || text.includes('#') || text.includes('human:')) {
    const markup = CHAT_MARKUP.exec(text);
    if (markup && !isMention(text, markup.index, true)) return SEEN.markup;
  }
  const hints = new Set<string>();
  const present = LITERALS.groupsIn(text);
  for (const [at, phrase] of PHRASES.entries()) {
    const first = FIRST_GROUPS[at] ?? 0;
    if (!phrase.literals.every((_, group) => present[first + group] === 1)) continue;
    const match = phrase.pattern.exec(text);
    if (!match || isMention(text, match.index, false)) continue;
    if (!phrase.hint) return phrase.seen;
    hints.add(phrase.seen);
    if (hints.size === 2) return [...hints].join(' and ');
  }
  if (joinedLetters(text).some((joined) => JOINED_ORDER.test(joined))) return SEEN.override;
  return SQUEEZED_ORDER.test(text.replace(APART, '')) && !TALKS_ABOUT.test(text) ? SEEN.override : undefined;
}

/** `code`: markup is mentioned when it stands in backticks; normalisation leaves them as they are in ASCII text. */
function isMention(text: string, index: number, code: boolean): boolean {
  const before = text.slice(Math.max(0, index - 24), index + 1);
  if (code) return /[`'"]\s?.?$/.test(before);
  return TALKS_ABOUT.test(text) && (QUOTED_BEFORE.test(before.slice(0, -1)) || QUOTED_BEFORE.test(before));
}

function findEncoded(text: string): string | undefined {
  const said = encodedTexts(text)
    .map((run) => run.said)
    .filter((words) => words.includes(' '));
  const escaped = unescaped(text);
  if (escaped !== undefined) said.push(escaped.text);
  return said.some((words) => findOrder(normalizeForDetection(words)) !== undefined)
    ? SEEN.encoded
    : undefined;
}
