/**
 * Which of a fixed set of literals occur in a text, in one pass over it: a table says for each pair of characters
 * which literals begin with it, and only those are compared. One pass of this costs less than looking for three
 * of them, one after the other.
 */
export class LiteralIndex {
  readonly #byPair = new Map<number, readonly Literal[]>();
  readonly #begins = new Uint8Array(PAIRS);
  /** Literals of one character. */
  readonly #singles: Literal[] = [];
  readonly #size: number;

  /** `groups[n]` are the literals of group n, none of them empty. */
  constructor(groups: readonly (readonly string[])[]) {
    this.#size = groups.length;
    groups.forEach((literals, group) => {
      for (const text of literals) {
        if (text.length === 1) {
          this.#singles.push({ text, group });
          continue;
        }
        const pair = pairAt(text, 0);
        this.#begins[pair] = 1;
        this.#byPair.set(pair, [...(this.#byPair.get(pair) ?? []), { text, group }]);
      }
    });
  }

  /** For each group 1 when the text holds one of its literals, else 0. */
  groupsIn(text: string): Uint8Array {
    const found = new Uint8Array(this.#size);
    for (let at = 0; at < text.length - 1; at++) {
      const pair = pairAt(text, at);
      if (this.#begins[pair] === 0) continue;
      for (const literal of this.#byPair.get(pair) ?? []) {
        if (found[literal.group] === 0 && text.startsWith(literal.text, at)) found[literal.group] = 1;
      }
    }
    for (const { text: single, group } of this.#singles) {
      if (found[group] === 0 && text.includes(single)) found[group] = 1;
    }
    return found;
  }
}

interface Literal {
  readonly text: string;
  readonly group: number;
}

const PAIRS = 1 << 14;

/** Equal pairs have equal numbers; different ones may share one, which costs a comparison. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 7) ^ text.charCodeAt(at + 1)) & (PAIRS - 1);
}
