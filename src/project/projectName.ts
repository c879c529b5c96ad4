/** Longest display name, in UTF-16 code units. */
export const MAX_PROJECT_NAME = 128;

export type ProjectName =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'error'; readonly code: 'invalid_project'; readonly message: string };

/** Control characters, line separators, and marks that reorder the text around them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;

/**
 * The form in which project names are stored and compared: NFC, trimmed, lower-case, runs of blanks, `--`
 * and `__` folded to one. `owner/app` is a name; anything more like a path is refused.
 */
export function normaliseProjectName(text: string): ProjectName {
  const name = fold(text);
  if (name === '') return invalid('A project name must not be blank.');
  if (UNPRINTABLE.test(name)) return invalid('A project name must not contain control characters.');
  if (name.length > MAX_PROJECT_NAME) {
    return invalid(`A project name has at most ${String(MAX_PROJECT_NAME)} characters.`);
  }
  if (looksLikePath(name)) {
    return invalid(`"${name}" looks like a path. Pass the project's name, e.g. "app" or "owner/app".`);
  }
  return { kind: 'name', name };
}

/** A valid name made of what a folder or a remote is called; undefined when nothing readable is left. */
export function nameFromText(text: string): string | undefined {
  const cleaned = fold(text.replace(new RegExp(UNPRINTABLE.source, 'gu'), ' ').replace(/[\\/:]+/g, '-'))
    .slice(0, MAX_PROJECT_NAME)
    .toWellFormed();
  const result = normaliseProjectName(cleaned);
  return result.kind === 'name' ? result.name : undefined;
}

/**
 * Known names that may have been meant by `name`, nearest first, at most five: equal but for case, one a
 * part of the other (three characters or more), or within a small edit distance.
 */
export function similarNames(name: string, known: readonly string[]): string[] {
  const wanted = fold(name);
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const candidate of known) {
    const folded = fold(candidate);
    const shorter = Math.min(wanted.length, folded.length);
    const distance = editDistance(wanted, folded);
    const contained = shorter >= 3 && (wanted.includes(folded) || folded.includes(wanted));
    if (contained || distance <= allowedEdits(shorter)) scored.push({ name: candidate, distance });
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return scored.slice(0, 5).map((entry) => entry.name);
}

function fold(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\S\r\n\u2028\u2029\ufeff]+/gu, ' ')
    .replace(/-{2,}/g, '-')
    .replace(/_{2,}/g, '_')
    .trim();
}

function looksLikePath(name: string): boolean {
  if (name.includes('\\') || /^[a-z]:/.test(name) || name.startsWith('~')) return true;
  const parts = name.split('/');
  return parts.length > 2 || parts.some((part) => part.trim() === '' || part === '.' || part === '..');
}

function allowedEdits(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

/** Levenshtein distance in UTF-16 code units. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substitution, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

function invalid(message: string): ProjectName {
  return { kind: 'error', code: 'invalid_project', message };
}
