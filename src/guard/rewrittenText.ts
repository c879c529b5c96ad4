import type { Finding } from './marks';

/** A part of a text that was kept or replaced as a whole. */
interface Part {
  /** Where it begins in the new text. */
  readonly at: number;
  /** Where it lay in the original. */
  readonly from: number;
  readonly to: number;
  readonly replaced: boolean;
}

/** A text as it reads after some of its stretches were replaced, and where each of its characters came from. */
export class RewrittenText {
  readonly text: string;
  readonly #original: string;
  /** In the order of the text; none is empty there. */
  readonly #parts: Part[] = [];

  /** `pattern` is global. `read` says what a stretch reads as, or undefined where it stays. */
  constructor(original: string, pattern: RegExp, read: (match: RegExpExecArray) => string | undefined) {
    let text = '';
    const add = (said: string, from: number, to: number, replaced: boolean): void => {
      if (said === '') return;
      this.#parts.push({ at: text.length, from, to, replaced });
      text += said;
    };
    let kept = 0;
    for (const match of original.matchAll(pattern)) {
      const said = read(match);
      if (said === undefined) continue;
      const end = match.index + match[0].length;
      add(original.slice(kept, match.index), kept, match.index, false);
      add(said, match.index, end, true);
      kept = end;
    }
    add(original.slice(kept), kept, original.length, false);
    this.text = text;
    this.#original = original;
  }

  /** The stretch of the original that reads as a finding in `text`, which is not empty. */
  inOriginal({ start, end, rule }: Finding): Finding {
    const first = this.#partAt(start);
    const last = this.#partAt(end - 1);
    return {
      start: first.replaced ? first.from : first.from + start - first.at,
      end: last.replaced ? last.to : last.from + end - last.at,
      rule,
    };
  }

  /** Whether what was found reads otherwise in the original. */
  isRewritten({ start, end }: Finding, { start: from, end: to }: Finding): boolean {
    return this.text.slice(start, end) !== this.#original.slice(from, to);
  }

  /** The last part that begins at or before `offset`. */
  #partAt(offset: number): Part {
    let low = 0;
    let high = this.#parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#parts[middle] as Part).at <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#parts[low] as Part;
  }
}
