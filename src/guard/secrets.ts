import { findAssignedSecrets } from './assignments';
import {
  findConnectionPasswords,
  findEncodedPrivateKeys,
  findHeaderCredentials,
  findPrivateKeys,
} from './credentialBlocks';
import { findKubernetesSecrets } from './kubernetesSecret';
import { mergeFindings, type Finding } from './marks';
import { findProseSecrets } from './prose';
import { PROVIDER_RULES } from './providerRules';

/** The same character throughout: `ghp_xxxx...`, a format shown and not a token. */
const SHOWN_FORMAT = /([xX*.0#])\1{11}/;

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
  for (const { name, literals, pattern } of PROVIDER_RULES) {
    if (!literals.some((literal) => text.includes(literal))) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      if (SHOWN_FORMAT.test(secret)) continue;
      const start = match.index + match[0].lastIndexOf(secret);
      findings.push({ start, end: start + secret.length, rule: name });
    }
  }
  return findings;
}
