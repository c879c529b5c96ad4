import { detectPoisoning } from './poisoning';
import { redactDeep, redactText } from './redact';
import type { Hmac, Poisoning, Redaction } from './types';

const QUOTE_LENGTH = 80;

/** What every input passes before it is validated, stored or quoted. */
export class Guard {
  readonly #hmac: Hmac;

  constructor(hmac: Hmac) {
    this.#hmac = hmac;
  }

  /** Private spans and secrets out of every string and key of a parsed JSON value. */
  redact<T>(input: T): Redaction<T> {
    return redactDeep(input, this.#hmac);
  }

  /** What the first poisoned text gives away, or undefined when all may be stored. */
  poisoning(texts: readonly string[]): Poisoning | undefined {
    for (const text of texts) {
      const found = detectPoisoning(text);
      if (found) return found;
    }
    return undefined;
  }

  /** A text as an error may quote it: redacted, on one line, at most 80 characters. */
  quote(text: string): string {
    const redacted = redactText(text, this.#hmac)
      .value.replace(/[\s\p{Cc}]+/gu, ' ')
      .trim();
    const characters = [...redacted];
    if (characters.length <= QUOTE_LENGTH) return redacted;
    return characters.slice(0, QUOTE_LENGTH - 1).join('') + '…';
  }
}
