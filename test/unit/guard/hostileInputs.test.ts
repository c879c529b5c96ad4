import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/guard/cleanText';
import { detectPoisoning } from '../../../src/guard/poisoning';
import { redactText } from '../../../src/guard/redact';
import { hostileTexts } from '../../support/hostileTexts';
import { hmac } from './support';

const INPUTS = hostileTexts();

/** One after the other, with a turn of the event loop between: a runner that hears nothing for long gives up. */
async function everyInput(holds: (input: string) => boolean): Promise<void> {
  for (const input of INPUTS) {
    expect(holds(input), input.slice(0, 60)).toBe(true);
    await turn();
  }
}

// A quadratic expression needs minutes for these; the runner's own limit ends such a run.
describe('hostile inputs of 100,000 characters', () => {
  it('are all redacted', { timeout: 240_000 }, () =>
    everyInput((input) => {
      const { value, rules } = redactText(input, hmac);
      return rules.length > 0 === (value !== input);
    }),
  );

  it('are all judged and cleaned', { timeout: 240_000 }, () =>
    everyInput((input) => {
      const found = detectPoisoning(input);
      return cleanText(input).length <= input.length && found?.seen !== '';
    }),
  );
});
