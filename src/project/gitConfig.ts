/** One `key = value` of a git configuration file. Section and key are lower-case, as git compares them. */
export interface GitConfigEntry {
  readonly section: string;
  /** Case matters here: branch and remote names. */
  readonly subsection?: string;
  readonly key: string;
  /** `true` when the key stands alone. */
  readonly value: string;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/**
 * Reads a git configuration file (git-scm.com/docs/git-config, "Syntax"): subsections, quotes, escapes,
 * comments and continued lines. Includes are not followed and URLs are not rewritten, so that what is found
 * depends on the repository alone. Lines that git would refuse are passed over.
 */
export function parseGitConfig(text: string): GitConfigEntry[] {
  const entries: GitConfigEntry[] = [];
  let section: { readonly name: string; readonly subsection?: string } | undefined;
  for (const line of logicalLines(text)) {
    let rest = line;
    const header = /^\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/u.exec(rest);
    if (header) {
      section = sectionOf(header[1] ?? '', header[2]);
      rest = rest.slice(header[0].length);
    } else if (/^\s*\[/.test(rest)) section = undefined;
    const entry = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=(.*))?$/su.exec(entryText(rest));
    if (!entry || section === undefined) continue;
    const value = entry[2] === undefined ? 'true' : valueOf(entry[2]);
    if (value === undefined) continue;
    entries.push({
      section: section.name,
      ...(section.subsection === undefined ? {} : { subsection: section.subsection }),
      key: (entry[1] ?? '').toLowerCase(),
      value,
    });
  }
  return entries;
}

/** A key that stands alone may be followed by a comment; after `=` the value's own rules hold. */
function entryText(text: string): string {
  return text.includes('=') && !/^[^=]*[#;]/.test(text) ? text : text.replace(/[#;].*$/su, '').trimEnd();
}

function sectionOf(name: string, quoted: string | undefined): { name: string; subsection?: string } {
  if (quoted !== undefined) return { name: name.toLowerCase(), subsection: quoted.replace(/\\(.)/gu, '$1') };
  const dot = name.indexOf('.');
  if (dot < 0) return { name: name.toLowerCase() };
  return { name: name.slice(0, dot).toLowerCase(), subsection: name.slice(dot + 1).toLowerCase() };
}

/** Joins lines that end in a backslash, unless it escapes another or stands in a comment. */
function logicalLines(text: string): string[] {
  const lines: string[] = [];
  let pending = '';
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    const joined = pending + line;
    if (/(?<!\\)(?:\\\\)*\\$/.test(line) && !/^\s*[#;]/.test(joined)) {
      pending = joined.slice(0, -1);
      continue;
    }
    lines.push(joined);
    pending = '';
  }
  if (pending !== '') lines.push(pending);
  return lines;
}

function valueOf(text: string): string | undefined {
  let value = '';
  /** Blanks outside quotes: kept between words, dropped at the end. */
  let blanks = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (!quoted && (char === '#' || char === ';')) break;
    if (!quoted && /\s/.test(char)) {
      if (value !== '') blanks += char;
      continue;
    }
    value += blanks;
    blanks = '';
    if (char === '"') quoted = !quoted;
    else if (char === '\\') {
      const escaped = ESCAPES[text.charAt(++i)];
      if (escaped === undefined) return undefined;
      value += escaped;
    } else value += char;
  }
  return quoted ? undefined : value;
}
