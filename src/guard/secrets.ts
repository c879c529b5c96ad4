import { findAssignedSecrets } from './assignments';
import {
  findConnectionPasswords,
  findEncodedPrivateKeys,
  findHeaderCredentials,
  findPrivateKeys,
} from './credentialBlocks';
import { encodedTexts } from './encodedText';
import { findCommandPasswords } from './commandPasswords';
import { findKubernetesSecrets } from './kubernetesSecret';
import { LiteralIndex } from './literals';
import { mergeFindings, type Finding } from './marks';
import { putTogether, unescaped } from './otherSpellings';
import { findProseSecrets } from './prose';
import { PROVIDER_RULES } from './providerRules';
import type { RewrittenText } from './rewrittenText';
import { findTablePasswords } from './tablePasswords';

/**
 * Filler where a token would be: `ghp_xxxx...`, the same few characters over and over, the alphabet, AWS's
 * `EXAMPLE`. A run of one other letter may be filler too, but has the provider's full format: it is taken out.
 */
const SHOWN_FORMAT = /([xX*.0#])\1{7}|(?!%2F)(?=(.)(?!\2))(.{2,8})\3{3}|abcdefghijkl|EXAMPLE(?:KEY)?$/;

/** As much of a token as is looked through for filler. */
const SAMPLE = 80;

const LITERALS = new LiteralIndex(PROVIDER_RULES.map((rule) => rule.literals));

/** 1 for each rule whose literals are hardly ever met in other texts: what is broken in two is looked for then. */
const TELLING = PROVIDER_RULES.map(({ literals }) =>
  literals.every((literal) => literal.length > 2 && !/^[a-z]{3,4}$/.test(literal)) ? 1 : 0,
);

/** Every secret in a text, sorted and without overlaps. Linear in the text's length. */
export function findSecrets(text: string): Finding[] {
  if (text.length < 6) return [];
  const present = LITERALS.groupsIn(text);
  const plain = mergeFindings([
    ...findPrivateKeys(text),
    ...findEncodedPrivateKeys(text),
    ...findProviderTokens(text, present),
    ...findConnectionPasswords(text),
    ...findHeaderCredentials(text),
    ...findCommandPasswords(text),
    ...findKubernetesSecrets(text),
    ...findAssignedSecrets(text),
    ...findProseSecrets(text),
    ...findTablePasswords(text),
  ]);
  const hidden = [...findSpelledTokens(text, present), ...findEncodedSecrets(text)];
  return hidden.length === 0 ? plain : mergeFindings([...plain, ...apartFrom(plain, hidden)]);
}

/** Tokens of providers that are escaped, or broken over lines or strings. */
function findSpelledTokens(text: string, present: Uint8Array): Finding[] {
  const escaped = unescaped(text);
  const broken = present.some((one, rule) => one === 1 && TELLING[rule] === 1)
    ? putTogether(text)
    : undefined;
  return [
    ...(escaped === undefined ? [] : rewrittenTokens(escaped, LITERALS.groupsIn(escaped.text))),
    ...(broken === undefined ? [] : rewrittenTokens(broken, present)),
  ];
}

function rewrittenTokens(reading: RewrittenText, present: Uint8Array): Finding[] {
  return findProviderTokens(reading.text, present).flatMap((found) => {
    const place = reading.inOriginal(found);
    return reading.isRewritten(found, place) ? [place] : [];
  });
}

/** Runs of base64 or hexadecimal digits that say a secret. */
function findEncodedSecrets(text: string): Finding[] {
  return encodedTexts(text).flatMap(({ start, end, said }) => {
    const [first] = [
      ...findProviderTokens(said, LITERALS.groupsIn(said)),
      ...findConnectionPasswords(said),
      ...findAssignedSecrets(said),
    ];
    return first === undefined ? [] : [{ start, end, rule: first.rule }];
  });
}

/** What is read otherwise counts where nothing was found in the text as it stands. Both are in ascending order. */
function apartFrom(plain: readonly Finding[], hidden: readonly Finding[]): Finding[] {
  return hidden.filter(({ start, end }) => !plain.some((other) => other.start < end && start < other.end));
}

function findProviderTokens(text: string, present: Uint8Array): Finding[] {
  const findings: Finding[] = [];
  for (const [index, { name, pattern, accepts }] of PROVIDER_RULES.entries()) {
    if (present[index] === 0) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      if (SHOWN_FORMAT.test(secret.slice(0, SAMPLE)) || accepts?.(secret) === false) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      findings.push({ start, end: start + secret.length, rule: name });
    }
  }
  return findings;
}
