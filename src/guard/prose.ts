import type { Finding } from './marks';
import { isSecretValue } from './assignments';
import { trimEnd } from './trimEnd';

/** Words for a password, in the languages people write notes in. */
const PASSWORD =
  /(?<![\p{L}\d_])(?:pass ?(?:words?|phrases?|codes?|wd)|pwd|credentials?|pin(?: ?code)?|парол(?:ь|я|ем|и)|пин(?:-?код)?|passw(?:ort|örter)|kennwort|contraseñas?|clave|mot de passe|senha|hasło)|密码|密碼|口令|暗号|パスワード|비밀번호/giu;
const TOKEN =
  /(?<![\p{L}\d_-])(?:(?:access |auth |api |bearer |secret |bot )?(?:token|secret)|(?:api|access|secret|license|licence)[ -]keys?|(?:api-|секретный |апи-?)?ключ|токен|секрет|schlüssel|clave de api|clé(?: d'?api)?)(?![\p{L}\d_])|密钥|令牌/giu;

/** Between the word and its value: what it is for (some words, on the same line), then a copula or a colon. */
const BRIDGE =
  /(?:[ \t]+(?!(?:is|are|was|be|и|или|and|or|must|should|length|policy|has|не|not)(?![\p{L}]))[\p{L}\d@._/'’-]{1,30}){0,6}?[ \t]{0,3}(?:[ \t](?:is|was|to|equals|это|будет|теперь|стал|ist|lautet|es|est|é|=)(?=[ \t:]|["'`«“])(?:[ \t](?:now|set to|still|just|currently|jetzt|ahora|теперь))?[ \t]{0,3}:?|[:=]|：|是|为|為|は|—|–|[ \t]-(?=[ \t]))[ \t]{0,3}/uy;
/** `пароль от стенда qwerty1`, `password hunter2`: nothing between but what it is for. */
const ADJACENT =
  /[ \t]{1,3}(?:(?:от|для|к|на|for|für|para|pour)[ \t]+(?:[\p{L}\d._/-]{1,30}[ \t]+){1,3}?)?/uy;

const VALUE = /["'`«“„]?([^\s"'`«»“”„，。；、]{3,80})/y;
const REST = /[^\s"'`«»“”„，。；、]{0,4000}/y;
/** As much of a value as VALUE reads. */
const MAX_JUDGED = 80;

/** Hash and format names, versions, units: a letter and a digit, and yet no password. */
const NOT_A_PASSWORD =
  /^(?:v?\d+(?:\.\d+)*(?:[a-z]{1,6})?|(?:sha|md|rsa|aes|utf|base|rfc|argon|bcrypt|scrypt|pbkdf|oauth|http|ipv|k8s|es|cve|tls|ssl|x|ed|secp|p|iso|win|mp|h)-?\d[\w.-]*|[a-z]+_?\d?\(.*|#\d+|\w+\.\w{1,4}|\d+[a-z]{0,3}-.*|1password)$/i;

/** `the staging password is hunter2`, `пароль от базы: qwerty1`, `密码是abc123`. */
export function findProseSecrets(text: string): Finding[] {
  return [...after(text, PASSWORD, 'password'), ...after(text, TOKEN, 'secret')];
}

function after(text: string, word: RegExp, kind: 'password' | 'secret'): Finding[] {
  const findings: Finding[] = [];
  const rule = kind === 'password' ? 'password' : 'stated-secret';
  for (const match of text.matchAll(word)) {
    const end = match.index + match[0].length;
    const found =
      bridgedSecret(text, end, kind) ?? (kind === 'password' ? adjacentSecret(text, end) : undefined);
    if (found) findings.push({ start: found.start, end: endOfValue(text, found), rule });
  }
  return findings;
}

function bridgedSecret(text: string, end: number, kind: 'password' | 'secret'): Candidate | undefined {
  const candidate = valueAt(text, endOf(BRIDGE, text, end));
  return candidate && isProseSecret(candidate.value, kind, candidate.quoted) ? candidate : undefined;
}

function endOfValue(text: string, { start, value }: Candidate): number {
  if (value.length < MAX_JUDGED - 1) return start + value.length;
  return endOf(REST, text, start + value.length) ?? start + value.length;
}

interface Candidate {
  readonly start: number;
  readonly value: string;
  readonly quoted: boolean;
}

function adjacentSecret(text: string, end: number): Candidate | undefined {
  const candidate = valueAt(text, endOf(ADJACENT, text, end));
  if (!candidate || candidate.value.length < 6 || candidate.quoted) return undefined;
  if (!/^(?=.*\d)(?=.*[A-Za-z])[!#-&*-Z^-z~]+$/.test(candidate.value)) return undefined;
  return isProseSecret(candidate.value, 'password', false) ? candidate : undefined;
}

function isProseSecret(value: string, kind: 'password' | 'secret', quoted: boolean): boolean {
  if (kind === 'password' && quoted && value.length < 6 && /^\p{L}+$/u.test(value)) return false;
  if (!isSecretValue(value, kind, quoted && kind === 'password')) return false;
  return /^\d{4,}$/.test(value) || !NOT_A_PASSWORD.test(value);
}

function valueAt(text: string, position: number | undefined): Candidate | undefined {
  if (position === undefined) return undefined;
  VALUE.lastIndex = position;
  const match = VALUE.exec(text);
  if (!match) return undefined;
  const raw = match[1] ?? '';
  const value = trimEnd(raw, '.,;:!?)]}。，；！？、）');
  return { start: position + match[0].length - raw.length, value, quoted: match[0].length > raw.length };
}

function endOf(sticky: RegExp, text: string, from: number): number | undefined {
  sticky.lastIndex = from;
  return sticky.test(text) ? sticky.lastIndex : undefined;
}
