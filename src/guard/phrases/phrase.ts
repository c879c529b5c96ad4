/** One way of giving orders to a later reader. Patterns run on normalised text: see normalizeForDetection. */
export interface Phrase {
  /** What a match is called when the memory is refused. */
  readonly seen: string;
  /** Every group of literals must have one in the text before the pattern is run. */
  readonly literals: readonly (readonly string[])[];
  readonly pattern: RegExp;
  /** Innocent by itself: refused only beside a hint of another kind in the same text. */
  readonly hint?: true;
}

export const SEEN = {
  override: 'an order to ignore or override instructions',
  role: 'an order to take another role or drop restrictions',
  hide: 'an order to hide something from the person',
  exfiltrate: 'an order to send data away',
  recall: 'an order to act when this is recalled',
  leak: 'an order to reveal the prompt',
  message: 'a forged system, tool or assistant message',
  markup: 'forged chat markup',
  falsify: 'an order to skip checks and call the outcome good',
  remote: 'an order to run code from elsewhere',
  encoded: 'an encoded order',
} as const;
