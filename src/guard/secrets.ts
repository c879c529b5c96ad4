import { findAssignedSecrets } from './assignments';
import {
  findConnectionPasswords,
  findEncodedPrivateKeys,
  findHeaderCredentials,
  findPrivateKeys,
} from './credentialBlocks';
import { findKubernetesSecrets } from './kubernetesSecret';
import { LiteralIndex } from './literals';
import { mergeFindings, type Finding } from './marks';
import { findProseSecrets } from './prose';
import { PROVIDER_RULES } from './providerRules';

/**
 * Filler where a token would be: `ghp_xxxx...`, the same few characters over and over, the alphabet, AWS's
 * `EXAMPLE`. A run of one other letter may be filler too, but has the provider's full format: it is taken out.
 */
const SHOWN_FORMAT = /([xX*.0#])\1{7}|(?!%2F)(?=(.)(?!\2))(.{2,8})\3{3}|abcdefghijkl|EXAMPLE(?:KEY)?$/;

/** As much of a token as is looked through for filler. */
const SAMPLE = 80;

const LITERALS = new LiteralIndex(PROVIDER_RULES.map((rule) => rule.literals));

/** Every secret in a text, sorted and without overlaps. Linear in the text's length. */
export function findSecrets(text: string): Finding[] {
  if (text.length < 6) return [];
  return mergeFindings([
    ...findPrivateKeys(text),
    ...findEncodedPrivateKeys(text),
    ...findProviderTokens(text),
    ...findConnectionPasswords(text),
    ...findHeaderCredentials(text),
    ...findKubernetesSecrets(text),
    ...findAssignedSecrets(text),
    ...findProseSecrets(text),
  ]);
}

function findProviderTokens(text: string): Finding[] {
  const findings: Finding[] = [];
  const present = LITERALS.groupsIn(text);
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
