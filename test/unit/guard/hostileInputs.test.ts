import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/guard/cleanText';
import { detectPoisoning } from '../../../src/guard/poisoning';
import { redactText } from '../../../src/guard/redact';
import { hmac, mixed } from './support';

const LENGTH = 100_000;

/** Beginnings of what the expressions look for: repeated, they make a backtracking expression start over and over. */
const ATOMS = [
  'eyJ', 'AKIA', 'sk-', 'sk-ant-', 'glpat-', 'xoxb-1', 'SG.', 'hf_', 'A3-', '$2a$', '$1$', '$argon2id$', 'Q~', '1|', '12345678:A',
  'LS0tLS1CRUdJTi', '-----BEGIN PRIVATE' + ' KEY-----', '-----END PRIVATE' + ' KEY-----', '://', '://a:', '://a:b@',
  'password', 'password=', 'password is ', 'password: "', 'пароль ', 'пароль от базы ', 'token=', 'api_key = ', '_key=', '<password>',
  'authorization: ', 'bearer ', 'curl -u a:', 'login a password b ', 'kind: Secret\n data:\n', '[REDACTED', '[REDACTED:',
  '<private>', '</private>', '<private a="', '&lt;private', '< ', '</ ', '<pri</private>vate>',
  'ignore ', 'ignore all the ', 'ignore previous ', 'you are now ', 'from now on you ', 'do not tell the user ', 'send all ', 'when you ',
  'reveal your ', 'human: x\n', '### instruction:\n', '[INST', 'decode ', 'игнорируй ', 'не говори ', '忽略之前', '对话', 'ignoriere alle ',
  'ignora las ', 'oublie les ', 'i g ', 'аa', 'é', '\u200d', '\u2066', '=', '.', ' ', '\n', '"', "'", '\\', '|', '-', '_', '/', '<', 'a',
]; // prettier-ignore

function repeated(unit: string): string {
  return unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
}

const INPUTS = ATOMS.flatMap((atom, index) => [
  repeated(atom),
  repeated(`${atom}word ${ATOMS[(index * 7 + 3) % ATOMS.length] ?? ''}`),
  (atom + mixed(LENGTH)).slice(0, LENGTH),
]);

// A quadratic expression needs minutes for these; the runner's own limit ends such a run.
describe('hostile inputs of 100,000 characters', () => {
  it('are all redacted', () => {
    const honest = INPUTS.filter((input) => {
      const { value, rules } = redactText(input, hmac);
      return rules.length > 0 === (value !== input);
    });
    expect(honest).toHaveLength(INPUTS.length);
  }, 60_000);

  it('are all judged and cleaned', () => {
    const judged = INPUTS.filter((input) => {
      const found = detectPoisoning(input);
      return cleanText(input).length <= input.length && found?.seen !== '';
    });
    expect(judged).toHaveLength(INPUTS.length);
  }, 60_000);
});
