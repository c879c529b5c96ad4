import { foldWord, normalize } from './fold';
import { characterClass } from './characters';
import { editDistance } from './editDistance';

/**
 * The form in which ids, keys and titles are equal: case, accents and kinds of separators do not count
 * (`Prod Server-IP` = `prod_server_ip`), letters, digits and signs do (`C++` is not `C`). A text of nothing but
 * separators, or of signs that are not seen, is its own form, so that every title equals itself.
 */
export function exactForm(text: string): string {
  const folded = normalize(text)
    .replaceAll('\u200c', '')
    .replace(/[\p{L}\p{M}\p{N}]+/gu, (word) => foldWord(word, characterClass(word.codePointAt(0) ?? 0)));
  const form = folded.replace(/(?![#@%&*])[\p{P}\p{Z}\p{C}]+/gu, '_').replace(/^_+|_+$/g, '');
  return form || folded.trim() || text.toWellFormed().trim();
}

/** A 64-bit hash of an exact form as two 32-bit words (FNV-1a, two offsets). */
export function exactHash(form: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x050c5d1f;
  for (let i = 0; i < form.length; i++) {
    const unit = form.charCodeAt(i);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ (unit + i), 0x01000193);
  }
  return [first >>> 0, second >>> 0];
}

/**
 * Keys a mistyped one may have meant: within two edits of its exact form (one when it is shorter than six), or one
 * holding the other. Nearest first, then in code-point order.
 */
export function nearestKeys(key: string, keys: readonly string[], limit: number): string[] {
  const wanted = exactForm(key);
  const edits = wanted.length < 6 ? 1 : 2;
  const found: { key: string; distance: number }[] = [];
  for (const candidate of new Set(keys)) {
    const form = exactForm(candidate);
    let distance = editDistance(wanted, form, edits);
    if (distance > edits) {
      const held = wanted.length >= 3 && form.length >= 3 && (form.includes(wanted) || wanted.includes(form));
      if (!held) continue;
      distance = edits + Math.abs(form.length - wanted.length);
    }
    found.push({ key: candidate, distance });
  }
  found.sort((a, b) => a.distance - b.distance || compareCodePoints(a.key, b.key));
  return found.slice(0, limit).map((entry) => entry.key);
}

/** Orders strings the same way everywhere, whatever the language of the machine. */
export function compareCodePoints(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
