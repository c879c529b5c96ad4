/** Lower-case hex HMAC-SHA-256 of a text under the store's key. Passed in: the guard itself is pure. */
export type Hmac = (text: string) => string;

export interface Redaction<T> {
  readonly value: T;
  /** Names of the rules that struck, each once, sorted. Empty: the value is unchanged. */
  readonly rules: readonly string[];
}

export interface Poisoning {
  /** What was seen, in a few English words that quote nothing of the text. */
  readonly seen: string;
}
