import type { Finding } from './marks';
import { isPlaceholder } from './placeholder';

const PRIVATE_KEY_BEGIN = /-----BEGIN[ A-Z0-9_-]{0,40}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:/g;
const PRIVATE_KEY_END =
  /-----END[ A-Z0-9_-]{0,40}PRIVATE KEY(?: BLOCK)?-----|Private-MAC:[ \t]{0,8}[0-9a-f]{1,64}/g;
/** Key text: base64 lines and their headers, also with `\n` written out. */
const KEY_TEXT = /(?:[A-Za-z0-9+/=_\-:,.\s"'|]|\\[nrt\\"])*/y;
/** Base64, and not hex alone. */
const KEY_MATERIAL = /(?=[A-Fa-f0-9]{0,40}[G-Zg-z+/])[A-Za-z0-9+/=_-]{24}/;
/** Base64 of `openssh-key-v1`, with which every key in that format begins (OpenSSH, PROTOCOL.key). */
const OPENSSH_MAGIC = 'b3BlbnNzaC1rZXktdj';

/** `-----BEGIN ... PRIVATE KEY-----` to its end, or as far as key text goes when the end is missing. */
export function findPrivateKeys(text: string): Finding[] {
  if (!text.includes('PRIVATE KEY') && !text.includes('PuTTY-User-Key-File')) return [];
  const findings: Finding[] = [];
  const ends = [...text.matchAll(PRIVATE_KEY_END)].map((match) => match.index + match[0].length);
  let nextEnd = 0;
  let covered = 0;
  for (const match of text.matchAll(PRIVATE_KEY_BEGIN)) {
    if (match.index < covered) continue;
    const bodyStart = match.index + match[0].length;
    while ((ends[nextEnd] ?? Infinity) < bodyStart) nextEnd++;
    let end = ends[nextEnd];
    if (end === undefined) {
      KEY_TEXT.lastIndex = bodyStart;
      KEY_TEXT.test(text);
      end = KEY_TEXT.lastIndex;
    }
    covered = end;
    const [body = ''] = text.slice(bodyStart, end).split('-----END', 1);
    if (holdsKey(match[0], body)) findings.push({ start: match.index, end, rule: 'private-key' });
  }
  return findings;
}

function holdsKey(begin: string, body: string): boolean {
  return begin.includes('OPENSSH') ? body.includes(OPENSSH_MAGIC) : KEY_MATERIAL.test(body);
}

/** Base64 of `-----BEGIN`, and of `PRIVATE KEY` at its three alignments. */
const ENCODED_PEM = /(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}=*/g;
const ENCODED_PRIVATE_KEY = /UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW/;

export function findEncodedPrivateKeys(text: string): Finding[] {
  if (!text.includes('LS0tLS1CRUdJTi')) return [];
  const findings: Finding[] = [];
  for (const match of text.matchAll(ENCODED_PEM)) {
    if (!ENCODED_PRIVATE_KEY.test(match[0].slice(0, 120))) continue;
    findings.push({ start: match.index, end: match.index + match[0].length, rule: 'private-key' });
  }
  return findings;
}

const USER_INFO = /:\/\/([^\s:/?#"'`<>@]{0,100}):(?!\d{1,5}(?:[/?#]|$))([^\s"'`<>]{1,300})/g;

/** The password of `scheme://user:password@host`. */
export function findConnectionPasswords(text: string): Finding[] {
  if (!text.includes('://')) return [];
  const findings: Finding[] = [];
  USER_INFO.lastIndex = 0;
  for (let match = USER_INFO.exec(text); match; match = USER_INFO.exec(text)) {
    const rest = match[2] ?? '';
    const start = USER_INFO.lastIndex - rest.length;
    const length = passwordLength(rest);
    // The next string may begin within what was read here.
    USER_INFO.lastIndex = start + Math.max(length, 0);
    const password = rest.slice(0, Math.max(length, 0));
    if (isPlaceholder(password) || password === match[1]) continue;
    findings.push({ start, end: start + length, rule: 'connection-string' });
  }
  return findings;
}

/** Up to the `@` before the host. An unescaped `@` or `/` may be part of the password when a host still follows. */
function passwordLength(rest: string): number {
  const slash = rest.search(/[/?#]/);
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  const inAuthority = authority.lastIndexOf('@');
  if (inAuthority > 0) return inAuthority;
  const host = /@[A-Za-z0-9.-]{1,253}:\d{1,5}(?:[/?,]|$)/.exec(rest);
  return host ? host.index : -1;
}

const AUTHORIZATION =
  /authorization(?:\\{0,3}["'])?\s{0,4}[:=]\s{0,4}(?:\\{0,3}["'])?(?:(?:bearer|basic|token|api-?key|api-?token|ssws|negotiate|digest)\s{1,4})?([^\s"'`<>\\,;(){}]{8,8000})/gi;
const BEARER = /(?<![A-Za-z])(?:bearer|basic)\s{1,4}([A-Za-z0-9._~+/-]{16,8000}=*)/gi;
const CURL_USER = /(?<![\w-])(?:-u|--user)[ \t=]{1,4}["']?[^\s:"'`<>]{0,100}:([^\s"'`<>]{0,200})/g;
/** Services that take a key as the name of the user, without a password. The end is looked at, not taken. */
const CURL_KEY_AS_USER = /(?<![\w-])(?:-u|--user)[ \t=]{1,4}["']?([^\s:"'`<>]{12,100})(?=:(?:["'\s]|$))/g;
const NETRC = /(?<![\w-])login\s{1,4}\S{1,100}\s{1,4}password\s{1,4}(\S{1,200})/g;

/** `Authorization:` headers, `Bearer` tokens, `curl -u user:password`, lines of a netrc file. */
export function findHeaderCredentials(text: string): Finding[] {
  const lower = text.toLowerCase();
  const findings: Finding[] = [];
  if (lower.includes('authorization')) collect(text, AUTHORIZATION, 'authorization', looksIssued, findings);
  if (lower.includes('bearer') || lower.includes('basic'))
    collect(text, BEARER, 'bearer', looksIssued, findings);
  if (lower.includes('curl')) {
    collect(text, CURL_USER, 'curl-user', () => true, findings);
    collect(text, CURL_KEY_AS_USER, 'curl-user', looksIssued, findings);
  }
  if (lower.includes('login')) collect(text, NETRC, 'netrc', () => true, findings);
  return findings;
}

function collect(
  text: string,
  pattern: RegExp,
  rule: string,
  accept: (value: string) => boolean,
  into: Finding[],
): void {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? '';
    if (value.length < 1 || isPlaceholder(value) || !accept(value)) continue;
    const end = match.index + match[0].length;
    into.push({ start: end - value.length, end, rule });
  }
}

/** A token rather than a word: a digit among letters, or base64 padding. */
function looksIssued(value: string): boolean {
  return (
    (/\d/.test(value) && /[A-Za-z]/.test(value)) || /=$/.test(value) || /[a-z][A-Z].*[a-z][A-Z]/.test(value)
  );
}
