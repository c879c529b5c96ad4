import { isSecretValue } from './assignments';
import type { Finding } from './marks';

const SEPARATOR = /^[ \t]{0,8}\|?[ \t]{0,8}:?-{2,}[-:| \t]*$/;
const NAMES_PASSWORD =
  /^[*_`\s]*(?:pass(?:word|wd|phrase)?|pwd|kennwort|passwort|пароль|contraseña|mot de passe|密码|口令)[*_`\s]*$/i;
const NAMES_SECRET =
  /^[*_`\s]*(?:(?:api|access|auth|secret|bot)[ _-]?(?:key|token)|token|secret|токен|секрет|密钥|令牌)[*_`\s]*$/i;
/** What may stand around a value in its cell. */
const AROUND = /^[\s`*"']+|[\s`*"']+$/g;

interface Column {
  readonly at: number;
  readonly kind: 'password' | 'secret';
}

/** The cells of a Markdown table below a heading such as `Password`. */
export function findTablePasswords(text: string): Finding[] {
  if (!text.includes('|') || !text.includes('--')) return [];
  const findings: Finding[] = [];
  let columns: readonly Column[] = [];
  let previous = '';
  let offset = 0;
  for (const line of text.split('\n')) {
    if (!line.includes('|')) columns = [];
    else if (SEPARATOR.test(line)) columns = columnsOf(previous);
    else if (columns.length > 0) findings.push(...secretCells(line, offset, columns));
    previous = line;
    offset += line.length + 1;
  }
  return findings;
}

function columnsOf(heading: string): Column[] {
  return heading.split('|').flatMap((cell, at): Column[] => {
    if (cell.length > 60) return [];
    if (NAMES_PASSWORD.test(cell)) return [{ at, kind: 'password' }];
    return NAMES_SECRET.test(cell) ? [{ at, kind: 'secret' }] : [];
  });
}

function secretCells(row: string, offset: number, columns: readonly Column[]): Finding[] {
  const cells = row.split('|');
  return columns.flatMap(({ at, kind }): Finding[] => {
    const cell = cells[at] ?? '';
    const value = cell.replace(AROUND, '');
    if (!isSecretValue(value, kind, false)) return [];
    const before = cells.slice(0, at).reduce((length, { length: width }) => length + width + 1, 0);
    const start = offset + before + cell.indexOf(value);
    return [{ start, end: start + value.length, rule: kind === 'password' ? 'password' : 'assigned-secret' }];
  });
}
