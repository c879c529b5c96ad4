import { describe, expect, it } from 'vitest';
import { cleanText } from '../../../src/guard/cleanText';
import { detectPoisoning } from '../../../src/guard/poisoning';
import { redactText } from '../../../src/guard/redact';
import { hostileTexts } from '../../support/hostileTexts';
import { hmac } from './support';

const INPUTS = hostileTexts();

// A quadratic expression needs minutes for these; the runner's own limit ends such a run.
describe('hostile inputs of 100,000 characters', () => {
  it('are all redacted', () => {
    const honest = INPUTS.filter((input) => {
      const { value, rules } = redactText(input, hmac);
      return rules.length > 0 === (value !== input);
    });
    expect(honest).toHaveLength(INPUTS.length);
  }, 120_000);

  it('are all judged and cleaned', () => {
    const judged = INPUTS.filter((input) => {
      const found = detectPoisoning(input);
      return cleanText(input).length <= input.length && found?.seen !== '';
    });
    expect(judged).toHaveLength(INPUTS.length);
  }, 120_000);
});
