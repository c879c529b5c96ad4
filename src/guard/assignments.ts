import type { Finding } from './marks';
import { entropy, isPlaceholder } from './placeholder';
import { endOf } from './sticky';
import { trimEnd } from './trimEnd';

/** How sure a name is that its value is a secret: the less sure, the more random the value must look. */
type NameKind = 'password' | 'secret' | 'key';

const NAME =
  /pass(?:word|wd|phrase|code)|pswd|pwd|(?<=[a-z0-9][_-])pass(?![a-z])|(?<=[_-])pw(?![a-z])|secrete?|token|api[-_. ]?key|access[-_. ]?key|private[-_. ]?key|account[-_. ]?key|(?:signing|encryption|master|shared|auth)[-_. ]?key|credential|_authToken|(?<![a-z])auth(?![a-z])|(?<=[a-z0-9][_-])key(?![a-z])|пароль|токен|секрет|contraseña|passwort|kennwort|密码|密码|口令|密钥/gi;

/** The rest of an identifier after the name: `_value`, `ForStaging`, `s`. */
const NAME_REST = /[\w-]{0,40}/y;

/** Names that hold something about a secret, not the secret. */
const ABOUT =
  /^s?[_-]?(?:file|path|dir|name|type|kind|ids?|ur[il]|link|len(?:gth)?|size|count|num|policy|expir\w*|expires\w*|ttl|age|lifetime|field|header|prefix|suffix|regex|pattern|format|limit|budget|manager|store|storage|provider|service|class|ref|reference|env|var(?:iable)?|label|title|index|max\w*|min\w*|iz\w*|ise\w*|used?|usage|required|enabled|hint|help|prompt|message|error|input|page|reset|strength|rotation|scope|endpoint|location|version|algorithm|chars?|alphabet|vault\w*|selector|set|map|list|ring|board|word|stroke|down|up|press|code|frame|space|value_?from)(?![a-z])/i;

/** What a name begins with that holds no secret, or a count of something. */
const NOT_SECRET_PREFIX =
  /(?:^|[_-])(?:public|mock|fake|dummy|csrf|xsrf|max|min|num|sort|primary|foreign|cache|page|next|total|input|output)[_-]?$/i;

/**
 * Quotes, brackets and emphasis that may close a name, then an operator, then what may stand before a value:
 * `"password": "`, `**Password:** `, `` **Password**: ` ``.
 */
const OPERATOR =
  /(?:\\{0,4}["'`]|\]|\*{2,3}|__)?[ \t]{0,8}(?:(:=?|={1,3}|!={1,2}|=>|：|＝|->)[ \t]{0,8}=?[ \t]{0,4}(?:\*{2,3}[ \t]{0,4})?|\((?=["'`])|(?=["'`]))(?:[A-Za-z@$]{1,2}(?=["'`]))?/y;
const FLAG_VALUE = /[ \t]{1,4}(?=[^\s-])/y;

/** `key="password" value="`: the name and the value are two attributes. */
const VALUE_ATTRIBUTE = /["'][ \t]{1,4}(?:value|content|default)[ \t]{0,2}=[ \t]{0,2}(?=["'])/y;
/** `password: |` or nothing, then the value alone on the next line, further in. */
const NEXT_LINE =
  /:[ \t]{0,4}([|>][-+]?[ \t]{0,4})?\r?\n[ \t]{1,40}([^\s"'`,;:<>(){}[\]|\\]{4,200})[ \t]{0,4}(?=\r?$)/my;

const QUOTED = /(\\{0,4})("{3}|'{3}|["'`«“„])/y;
const CLOSING: Readonly<Record<string, string>> = { '«': '»', '“': '”', '„': '“' };
const BARE = /[^\s"'`,;<>(){}[\]|\\]{1,80}/y;
const RUN = /[^\s"'`\\]{1,400}/y;
const XML_VALUE = />[ \t]{0,8}([^<>\s]{1,400})[ \t]{0,8}(?=<)/y;
const REVERSED =
  /["']([^"'\s]{6,200})["']\s?[!=]={1,2}\s?[\w.]{0,40}(?:pass(?:word|wd)?|secret|token|(?:api|private)_?key)/gi;

const MAX_QUOTED = 400;

/** As much of a value as its looks are judged by. */
const SAMPLE = 80;

/** Values assigned to names of secrets: code, configuration, JSON, YAML, XML, command-line flags. */
export function findAssignedSecrets(text: string): Finding[] {
  const findings: Finding[] = [];
  NAME.lastIndex = 0;
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    NAME_REST.lastIndex = NAME.lastIndex;
    const rest = NAME_REST.exec(text)?.[0] ?? '';
    const found = ABOUT.test(rest)
      ? undefined
      : valueAfter(text, match.index, match[0], NAME.lastIndex + rest.length);
    if (found) {
      findings.push(found);
      NAME.lastIndex = Math.max(NAME.lastIndex, found.end);
    }
  }
  if (text.includes('==') || text.includes('!=')) findings.push(...reversedComparisons(text));
  return findings;
}

/** A value kept under a name in a parsed object, e.g. `{"password": "..."}`. */
export function isSecretUnderName(name: string, value: string): boolean {
  if (
    !/^(?:\w*[_-])?(?:password|passwd|passphrase|client_?secret|api_?key|secret_?key|private_?key)$/i.test(
      name,
    )
  ) {
    return false;
  }
  return isSecretValue(value, /pass/i.test(name) ? 'password' : 'secret', true);
}

function valueAfter(text: string, nameStart: number, name: string, nameEnd: number): Finding | undefined {
  const kind = kindOf(name);
  const before = wordStart(text, nameStart);
  const prefix = text.slice(before, nameStart);
  if (NOT_SECRET_PREFIX.test(prefix)) return undefined;
  if (text[before - 1] === '<') return xmlValue(text, nameEnd, kind);
  const below = valueBelow(text, nameEnd, kind);
  if (below !== undefined) return below;
  OPERATOR.lastIndex = nameEnd;
  const operator = OPERATOR.exec(text);
  let position = endOf(VALUE_ATTRIBUTE, text, nameEnd) ?? OPERATOR.lastIndex;
  if (!operator) {
    FLAG_VALUE.lastIndex = nameEnd;
    if (!prefix.startsWith('--') || !FLAG_VALUE.test(text)) return undefined;
    position = FLAG_VALUE.lastIndex;
  }
  const quoted = quotedAt(text, position);
  if (quoted) {
    return isSecretValue(quoted.value, kind, true) ? finding(quoted.start, quoted.value, kind) : undefined;
  }
  if (operator && operator[1] === undefined) return undefined;
  BARE.lastIndex = position;
  const bare = BARE.exec(text)?.[0];
  if (bare === undefined) return undefined;
  const next = text[position + bare.length];
  if (next === '(' || next === '[' || next === '{') return undefined;
  // Cut short by whoever wrote it down.
  if (kind !== 'password' && bare.endsWith('...')) return undefined;
  const value = trimEnd(bare, '.,:!?');
  const endsLine = next === undefined || next === '\n' || next === '\r';
  const environment = endsLine && isEnvironmentLine(text, before, nameEnd, position);
  if (!isSecretValue(value, kind, environment)) return undefined;
  if (!environment && isCodeReference(value, name)) return undefined;
  return finding(position, wholeValue(text, position, value), kind);
}

function xmlValue(text: string, nameEnd: number, kind: NameKind): Finding | undefined {
  XML_VALUE.lastIndex = nameEnd;
  const value = XML_VALUE.exec(text)?.[1];
  if (value === undefined || !isSecretValue(value, kind, true)) return undefined;
  return finding(text.indexOf(value, nameEnd), value, kind);
}

function valueBelow(text: string, nameEnd: number, kind: NameKind): Finding | undefined {
  NEXT_LINE.lastIndex = nameEnd;
  const [, block, value] = NEXT_LINE.exec(text) ?? [];
  if (value === undefined || !isSecretValue(value, kind, block !== undefined)) return undefined;
  return finding(text.lastIndexOf(value, NEXT_LINE.lastIndex - 1), value, kind);
}

/** `DB_PASSWORD=value`, alone on its line. */
function isEnvironmentLine(text: string, nameStart: number, nameEnd: number, valueStart: number): boolean {
  return (
    text[nameEnd] === '=' &&
    valueStart === nameEnd + 1 &&
    /^[A-Z\d_]+$/.test(text.slice(nameStart, nameEnd)) &&
    isLineStart(text, nameStart)
  );
}

/** Brackets and semicolons end a value of code, but may as well be part of a password. */
function wholeValue(text: string, position: number, value: string): string {
  RUN.lastIndex = position;
  const run = RUN.exec(text)?.[0] ?? value;
  const next = run.search(/[&,;][\w.-]{1,60}=/);
  const whole = trimEnd(next < 0 ? run : run.slice(0, next), '.,:!?;)}]');
  return whole.length > value.length ? whole : value;
}

function reversedComparisons(text: string): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(REVERSED)) {
    const value = match[1] ?? '';
    if (isSecretValue(value, 'password', true)) findings.push(finding(match.index + 1, value, 'password'));
  }
  return findings;
}

function finding(start: number, value: string, kind: NameKind): Finding {
  return { start, end: start + value.length, rule: kind === 'password' ? 'password' : 'assigned-secret' };
}

function kindOf(name: string): NameKind {
  if (/^(?:pass|pswd|pwd|pw|пароль|contra|passwort|kennwort|密码|口令)/i.test(name)) return 'password';
  return /^(?:key|auth)$/i.test(name) ? 'key' : 'secret';
}

/**
 * `literal`: the value stood in quotes or in an environment file, so it is a value and not a word of prose or
 * code. Thresholds: a password may be short and plain, a value of a vague name must look random.
 */
export function isSecretValue(value: string, kind: NameKind, literal: boolean): boolean {
  return looksSecret(value.slice(0, SAMPLE), kind, literal) && !isPlaceholder(value);
}

function looksSecret(value: string, kind: NameKind, literal: boolean): boolean {
  if (value.length < 4 || /\s/.test(value) || !/[\p{L}\d]/u.test(value)) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  const letters = /[A-Za-z]/.test(value);
  if (kind === 'password') {
    if (/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(value)) return false;
    if (literal || digits === value.length) return true;
    return letters && (digits > 0 || /[!@#$%^&*+?~]/.test(value));
  }
  if (!letters || isIdentifier(value)) return false;
  if (kind === 'key') return value.length >= 20 && digits >= 3 && entropy(value) >= 3;
  if (digits > 0 && /[^\w\s.:/-]/.test(value)) return value.length >= 8;
  if (literal && value.length >= 12 && new Set(value.match(/[^\w\s]/g)).size >= 4) return true;
  if (digits > 0 && value.length >= 24 && entropy(value) >= 4) return true;
  return digits >= 2 && value.length >= (literal ? 10 : 16) && entropy(value) >= 2.5;
}

/** Words joined by one separator, each with a number at most at its end: `NEXUS-GPT4-API-KEY`, `src1337-login`. */
function isIdentifier(value: string): boolean {
  return /^[A-Za-z]+\d{0,4}(?:[-_.:/][A-Za-z]*\d{0,4}){1,12}$/.test(value) && !/[a-z]\d+[A-Z]/.test(value);
}

/** `user.password1`, `config.token2`, `newPassword2`: code that names a value elsewhere. */
function isCodeReference(value: string, name: string): boolean {
  if (/^[A-Za-z_$][\w$]*(?:\??[.:][A-Za-z_$][\w$]*)+$/.test(value) && !/\d[A-Za-z]+\d/.test(value))
    return true;
  return value.toLowerCase().includes(name.toLowerCase()) && /^[A-Za-z_$][\w$]*$/.test(value);
}

function quotedAt(
  text: string,
  position: number,
): { readonly start: number; readonly value: string } | undefined {
  QUOTED.lastIndex = position;
  const open = QUOTED.exec(text);
  if (!open) return undefined;
  const start = QUOTED.lastIndex;
  const quote = open[2] ?? '"';
  const limit = text.slice(start, start + MAX_QUOTED);
  const end = limit.indexOf((open[1] ?? '') + (CLOSING[quote] ?? quote));
  const value = end < 0 ? limit.split('\n', 1).join('') : limit.slice(0, end);
  return value.includes('\n') ? undefined : { start, value };
}

function wordStart(text: string, from: number): number {
  let start = from;
  while (start > 0 && from - start < 60 && /[\w.-]/.test(text.charAt(start - 1))) start--;
  return start;
}

function isLineStart(text: string, from: number): boolean {
  const line = text.slice(Math.max(0, from - 20), from);
  return from === 0 || /(?:^|\n)[ \t]*(?:export[ \t]+|-[ \t]+)?$/.test(line);
}
