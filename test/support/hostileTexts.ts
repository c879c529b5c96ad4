import { SeededRandom } from './seededRandom';

const LENGTH = 100_000;
const RANDOM_UNITS = 60;

/** Beginnings of what the expressions look for: repeated, they make a backtracking expression start over and over. */
const ATOMS = [
  'eyJ', 'AKIA', 'sk-', 'sk-ant-', 'glpat-', 'xoxb-1', 'SG.', 'hf_', 'A3-', '$2a$', '$1$', '$argon2id$', 'Q~', '1|', '12345678:A',
  'LS0tLS1CRUdJTi', '-----BEGIN PRIVATE' + ' KEY-----', '-----END PRIVATE' + ' KEY-----', '://', '://a:', '://a:b@',
  'password', 'password=', 'password is ', 'password: "', 'пароль ', 'пароль от базы ', 'token=', 'api_key = ', '_key=', '<password>',
  'authorization: ', 'bearer ', 'curl -u a:', 'login a password b ', 'kind: Secret\n data:\n', '[REDACTED', '[REDACTED:',
  '<private>', '</private>', '<private a="', '&lt;private', '< ', '</ ', '<pri</private>vate>',
  'ignore ', 'ignore all the ', 'ignore previous ', 'you are now ', 'from now on you ', 'do not tell the user ', 'send all ', 'when you ',
  'qwerty1 as the ', '用qwerty1作为', 'credentials: a / ', 'curl -u "abcdefghijkl1', 'reveal your ', 'human: x\n', '### instruction:\n', '[INST', 'decode ', 'игнорируй ', 'не говори ', '忽略之前', '对话', 'ignoriere alle ',
  'ignora las ', 'oublie les ', 'i g ', 'аa', 'é', '\u200d', '\u2066', '=', '.', ' ', '\n', '"', "'", '\\', '|', '-', '_', '/', '<', 'a',
]; // prettier-ignore

/** Texts of 100,000 characters: every beginning over and over, beside another, before one endless word, and at random. */
export function hostileTexts(): readonly string[] {
  const random = new SeededRandom(20);
  const anyAtom = (): string => ATOMS[random.below(ATOMS.length)] ?? '';
  return [
    ...ATOMS.flatMap((atom, index) => [
      repeated(atom),
      repeated(`${atom}word ${ATOMS[(index * 7 + 3) % ATOMS.length] ?? ''}`),
      (atom + repeated('aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW0xYz')).slice(0, LENGTH),
    ]),
    ...Array.from({ length: RANDOM_UNITS }, () =>
      repeated(Array.from({ length: 1 + random.below(5) }, anyAtom).join('')),
    ),
  ];
}

function repeated(unit: string): string {
  return unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
}
