import { describe, expect, it } from 'vitest';
import { redactText } from '../../../src/guard/redact';
import { PROSE_SENTENCES } from './proseSentences';
import { hmac } from './support';

const redacted = PROSE_SENTENCES.map((sentence) => ({ ...sentence, ...redactText(sentence.text, hmac) }));

describe('passwords in sentences', () => {
  it('are taken out in four languages', () => {
    const left = redacted.filter(({ secret, value }) => secret !== undefined && value.includes(secret));
    expect(left.map(({ text }) => text)).toEqual([]);
  });

  it('and their harmless twins stay as they are', () => {
    const touched = redacted.filter(({ secret, rules }) => secret === undefined && rules.length > 0);
    expect(touched.map(({ value }) => value)).toEqual([]);
  });

  it('of which there are as many', () => {
    const withSecret = PROSE_SENTENCES.filter(
      ({ secret, text }) => secret !== undefined && text.includes(secret),
    );
    expect([withSecret.length, PROSE_SENTENCES.length]).toEqual([60, 120]);
  });
});
