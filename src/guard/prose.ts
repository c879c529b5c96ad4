import type { Finding } from './marks';
import { isSecretValue } from './assignments';
import { endOf } from './sticky';
import { trimEnd } from './trimEnd';

/** Words for a password, in the languages people write notes in. */
const PASSWORD =
  /(?<![\p{L}\d_])(?:pass ?(?:words?|phrases?|codes?|wd)|pwd|pw(?=[ \t]?[:=])|credentials?|pin(?: ?code|码)?|парол(?:ь|я|ем|и)|пин(?:-?код)?|passw(?:ort|örter)|kennwort|contraseñas?|clave|mot de passe|senha|hasło)|密码|密碼|口令|暗号|パスワード|비밀번호|şifre(?:si)?|kata sandi/giu;
const TOKEN =
  /(?<![\p{L}\d_-])(?:(?:access |auth |api |bearer |secret |bot )?(?:token|secret)|(?:api|access|secret|license|licence)[ -]keys?|(?:api-|секретный |апи-?)?ключ|токен|секрет|(?:api-)?schlüssel|clave de api|clé(?: d'?api)?)(?![\p{L}\d_])|密钥|令牌/giu;

/** What every such word holds; looking for these alone takes a fifth of the time. */
const ANY_PASSWORD =
  /pass|pwd|pw|credential|creds|login|logged|sign|zugang|доступ|логин|pin|парол|пин|kennwort|contraseñ|clave|senha|hasło|密|口令|暗号|帐号|账号|パスワード|비밀번호|şifre|sandi/i;
const ANY_TOKEN = /token|secret|key|ключ|токен|секрет|schlüssel|clave|clé|密钥|令牌/i;

/** Between the word and its value: what it is for (some words, on the same line), then a copula or a colon. */
const BRIDGE =
  /(?:[*_]{1,3}|["'`])?(?:[ \t]+(?!(?:is|are|was|be|и|или|and|or|must|should|length|policy|has|не|not)(?![\p{L}]))[\p{L}\d@._/'’()-]{1,30}){0,6}?[ \t]{0,3}(?:,?[ \t](?:is|was|to|as|heißt|equals|это|будет|теперь|стал|ist|lautet|war|auf|es|est|é|è|=)(?=[ \t:]|["'`«“])(?:[ \t](?:now|(?:re)?set to|changed to|updated to|rotated to|still|just|currently|jetzt|ahora|теперь))?[ \t]{0,3}:?|[:=]|：|(?:改|设|換|换|設|设置|設定|更改|修改)?[成为為](?:了)?|就?是|は|[은는]|—|–|[ \t]-(?=[ \t]))[ \t]{0,3}/uy;
/** `password hunter2`, `密码qwerty1`, `пароль на qwerty1`: nothing between. */
const ADJACENT = /(?:[ \t]{1,3}|(?<=[码碼令号]))(?:(?:на|to|auf)[ \t]+)?/uy;
/** `пароль от стенда qwerty1`: nothing between but what it is for. */
const ADJACENT_FOR = /[ \t]{1,3}(?:от|для|к|на|for|für|para|pour)[ \t]+(?:[\p{L}\d._/-]{1,30}[ \t]+){1,3}?/uy;
const ADJACENT_TOKEN = /[ \t]{1,3}(?:\p{L}{1,20}[ \t]+)?(?=[\w.-]{16})/uy;
/** `use qwerty1 as the password`, `用qwerty1作为密码`. Group 1 is the value. */
const GIVEN_AS =
  /(?<![!-~])["'`]?([!#-&(-_a-~]{6,80})["'`]?(?:[ \t](?:as|als|как|como|comme)[ \t](?:\p{L}{1,20}[ \t]){0,3}?(?:password|passphrase|passwort|kennwort|пароль|contraseña|mot de passe)(?![\p{L}-])(?![ -](?:hash|manager|store|provider|policy|field|library|backend))|(?:作为|当作?|做为?)\p{Script=Han}{0,12}?(?:密码|口令)(?!的))/giu;
/** `credentials: admin / qwerty1`: a name, then its password. Group 1 is the value. */
const PAIR =
  /(?<![\p{L}\d_])(?:credentials?|creds|login|logins|zugangsdaten|доступы?|логин|账号|帐号|(?:sign|log)(?:ged)? in (?:with|as))[ \t]{0,2}[:：=]?[ \t]{0,2}[\w.@-]{2,40}[ \t]{1,2}\/[ \t]{1,2}["'`]?([!#-&(-_a-~]{6,80})/giu;

const VALUE = /(?:\*{2,3})?["'`«“„]?([^\s"'`«»“”„，。；、]{3,80})/y;
const TO_QUOTE = /[^"'`«»“”„\r\n]{1,400}(?=["'`»”“])/uy;
const REST = /[^\s"'`«»“”„，。；、]{0,4000}/y;
/** Words that `findAssignedSecrets` knows as names. */
const ASSIGNED = /^(?:pass[a-z]+|pwd|token|secret)$/i;
/** Ends a sentence or a bracket, not a value. */
const CLOSING = '.,;:!?)]}。，；！？、）';
const PIN_BEFORE = /(?:pin(?: ?code|码)?|пин(?:-?код)?|passcode)$/i;
/** As much of a value as VALUE reads. */
const MAX_JUDGED = 80;

/** Hash and format names, versions, units: a letter and a digit, and yet no password. */
const NOT_A_PASSWORD =
  /^(?:v?\d+(?:\.\d+)*(?:[a-z]{1,6})?|(?:sha|md|rsa|aes|utf|base|rfc|argon|bcrypt|scrypt|pbkdf|oauth|http|ipv|k8s|es|cve|tls|ssl|x|ed|secp|p|iso|win|mp|h)-?\d[\w.-]*|[a-z]+_?\d?\(.*|#\d+|\w+\.\w{1,4}|\d+[a-z]{0,3}-.*|1password)$/i;

/** `the staging password is hunter2`, `пароль от базы: qwerty1`, `密码是abc123`. */
export function findProseSecrets(text: string): Finding[] {
  const findings = ANY_TOKEN.test(text) ? after(text, TOKEN, 'secret') : [];
  if (!ANY_PASSWORD.test(text)) return findings;
  return [
    ...after(text, PASSWORD, 'password'),
    ...findings,
    ...captured(text, GIVEN_AS),
    ...captured(text, PAIR),
  ];
}

function captured(text: string, pattern: RegExp): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(pattern)) {
    const value = trimEnd(match[1] ?? '', CLOSING);
    if (!isPlainPassword(value)) continue;
    const start = match.index + match[0].indexOf(value);
    findings.push({ start, end: start + value.length, rule: 'password' });
  }
  return findings;
}

function after(text: string, word: RegExp, kind: 'password' | 'secret'): Finding[] {
  const findings: Finding[] = [];
  const rule = kind === 'password' ? 'password' : 'stated-secret';
  for (const match of text.matchAll(word)) {
    const end = match.index + match[0].length;
    // `password=`: an assignment, which is judged as one.
    if (text[end] === '=' && ASSIGNED.test(match[0])) continue;
    const found =
      bridgedSecret(text, end, kind) ??
      (kind === 'password' ? adjacentSecret(text, end) : adjacentToken(text, end));
    if (found) findings.push({ start: found.start, end: endOfValue(text, found), rule });
  }
  return findings;
}

function bridgedSecret(text: string, end: number, kind: 'password' | 'secret'): Candidate | undefined {
  const candidate = valueAt(text, endOf(BRIDGE, text, end));
  return candidate && isProseSecret(candidate.value, kind, candidate.quoted) ? candidate : undefined;
}

function endOfValue(text: string, { start, value, quoted }: Candidate): number {
  // A passphrase of several words ends with its quotes.
  if (quoted) return endOf(TO_QUOTE, text, start) ?? start + value.length;
  if (value.length < MAX_JUDGED - 1) return start + value.length;
  return endOf(REST, text, start + value.length) ?? start + value.length;
}

interface Candidate {
  readonly start: number;
  readonly value: string;
  readonly quoted: boolean;
}

function adjacentSecret(text: string, end: number): Candidate | undefined {
  const isPin = PIN_BEFORE.test(text.slice(Math.max(0, end - 8), end));
  for (const between of [ADJACENT, ADJACENT_FOR]) {
    const candidate = valueAt(text, endOf(between, text, end));
    if (candidate === undefined || candidate.quoted) continue;
    if (isPlainPassword(candidate.value) || (isPin && /^\d{4,8}$/.test(candidate.value))) return candidate;
  }
  return undefined;
}

/** `токен бота k3j9...`: long, of letters and digits, and no hash. */
function adjacentToken(text: string, end: number): Candidate | undefined {
  const candidate = valueAt(text, endOf(ADJACENT_TOKEN, text, end));
  if (candidate === undefined || !/^(?=(?:[^\d]*\d){3})(?=.*[g-z])[\w.-]{16,}$/i.test(candidate.value))
    return undefined;
  return isProseSecret(candidate.value, 'secret', false) ? candidate : undefined;
}

/** What stands beside the word alone must look like a password by itself: letters and digits. */
function isPlainPassword(value: string): boolean {
  return (
    value.length >= 6 &&
    /^(?=.*\d)(?=.*[A-Za-z])[!#-&*-Z^-z~]+$/.test(value) &&
    isProseSecret(value, 'password', false)
  );
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
  // Chinese goes on without a blank: `密码qwerty1登录`.
  const ascii = /^[!-~]{4,}(?=\p{Script=Han})/u.exec(raw)?.[0] ?? raw;
  const value = trimEnd(ascii, CLOSING);
  const before = match[0].slice(0, -raw.length);
  return { start: position + before.length, value, quoted: before.replaceAll('*', '') !== '' };
}
