import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactDeep, redactText } from '../../../src/guard/redact';
import { hmac, mixed, upper } from './support';

const TOKEN = 'ghp_' + mixed(36);
const OTHER = 'AKIA' + upper(16);

/** Pieces that make tags, marks, names and secrets when they come to stand side by side. */
const PIECES = [
  'password', 'token', 'secret', 'пароль ', '=', ': ', ' is ', '"', "'", 'a1B2c3D4', 'hunter' + '2', TOKEN, OTHER,
  '<private>', '</private>', '<priv', 'ate>', '</priv', '&lt;private&gt;', '&lt;/private&gt;', '< private x="', '<', '>',
  '[REDACTED]', '[REDACTED:password:0123abcd]', '[REDACTED:', ']', '://', 'u:', '@h', '/', '\\', '{', '}', '--', '_key',
  '-----BEGIN PRIVATE' + ' KEY-----', '-----END PRIVATE' + ' KEY-----', mixed(40), 'authorization: ', 'Bearer ',
  'kind: Secret\n', 'data:\n', '  x: ', 'eyJ', '.', '\u200b', 'curl -u ', ',', '&', '\n', ' ',
  TOKEN.slice(0, 20), TOKEN.slice(20), TOKEN.replace('_', '%5F'), Buffer.from(`x ${TOKEN}`).toString('base64'), '**', '| ',
  '| Password |\n| --- |\n| ', 'mysql -p', ':\n  ', '" + "',
]; // prettier-ignore

const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((pieces) => pieces.join('')),
  fc.string(),
);

describe('redactText', () => {
  it('writes the rule and the first eight digits of the HMAC', () => {
    expect(redactText(`key ${TOKEN}`, hmac)).toEqual({
      value: `key [REDACTED:github-token:${hmac(TOKEN).slice(0, 8)}]`,
      rules: ['github-token'],
    });
  });

  it('gives equal secrets equal marks and different ones different marks', () => {
    const { value } = redactText(`${TOKEN} ${OTHER} ${TOKEN}`, hmac);
    const [first, second, third] = value.split(' ');
    expect(first).toBe(third);
    expect(first).not.toBe(second);
  });

  it('sorts the rules and names each once', () => {
    const { rules } = redactText(`${TOKEN} <private>x</private> ${OTHER} ${TOKEN}`, hmac);
    expect(rules).toEqual(['aws-access-key', 'github-token', 'private']);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(text, (input) => {
        const once = redactText(input, hmac);
        expect(redactText(once.value, hmac)).toEqual({ value: once.value, rules: [] });
      }),
      { numRuns: 3000 },
    );
  });

  it('names a rule exactly when it changes the text', () => {
    fc.assert(
      fc.property(text, (input) => {
        const { value, rules } = redactText(input, hmac);
        expect(rules.length > 0).toBe(value !== input);
      }),
      { numRuns: 2000 },
    );
  });

  it('lets no token through, whatever stands around it', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { value } = redactText(`${before} ${TOKEN} ${after}`, hmac);
        expect(value).not.toContain(TOKEN);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('redactDeep', () => {
  it('reaches strings and keys at any depth and leaves the rest', () => {
    const input = { a: [1, null, true, { b: `x ${TOKEN}` }], [TOKEN]: 'value', n: 1.5 };
    const mark = `[REDACTED:github-token:${hmac(TOKEN).slice(0, 8)}]`;
    const { value, rules } = redactDeep<unknown>(input, hmac);
    expect(value).toEqual({ a: [1, null, true, { b: `x ${mark}` }], [mark]: 'value', n: 1.5 });
    expect(rules).toEqual(['github-token']);
    expect(JSON.stringify(input)).toContain(TOKEN);
  });

  it('answers the very input when nothing strikes', () => {
    const input = { content: 'use pnpm', tags: ['a', 'b'] };
    expect(redactDeep(input, hmac).value).toBe(input);
  });

  it('takes a string under the name of a secret for one', () => {
    const { value, rules } = redactDeep({ password: 'opensesame', note: 'opensesame' }, hmac);
    expect(value.password).toMatch(/^\[REDACTED:named-secret:[0-9a-f]{8}\]$/);
    expect(value.note).toBe('opensesame');
    expect(rules).toEqual(['named-secret']);
  });

  it('loses no entry when keys become equal', () => {
    const { value } = redactDeep<Record<string, unknown>>(
      { 'a <private>1</private>': 1, 'a <private>2</private>': 2, 'a <private>3</private>': 3 },
      hmac,
    );
    expect(value).toEqual({ 'a [REDACTED]': 1, 'a [REDACTED] (2)': 2, 'a [REDACTED] (3)': 3 });
  });

  it('keeps a key named __proto__ an ordinary key', () => {
    const { value } = redactDeep(JSON.parse(`{"__proto__": {"x": "${TOKEN}"}}`) as object, hmac);
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(JSON.stringify(value)).not.toContain(TOKEN);
  });

  it('replaces what is nested too deeply to be read', () => {
    let input: unknown = TOKEN;
    for (let depth = 0; depth < 5000; depth++) input = [input];
    const { value, rules } = redactDeep(input, hmac);
    expect(rules).toEqual(['depth']);
    expect(JSON.stringify(value)).toMatch(/^\[{64}"\[REDACTED:depth\]"\]{64}$/);
  });

  it('sees the secret under its name that a stray tag stood in', () => {
    const { value } = redactDeep({ password: 'passwordpassword</private>' }, hmac);
    expect(JSON.stringify(value)).toMatch(/^\{"password":"\[REDACTED:named-secret:[0-9a-f]{8}\]"\}$/u);
  });

  it('changes nothing the second time', () => {
    const json = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.constant(null), fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(fc.oneof(text, fc.constant('password')), tie('value'), { maxKeys: 4 })),
    })).value; // prettier-ignore
    fc.assert(
      fc.property(json, (input) => {
        const once = redactDeep(input, hmac);
        expect(redactDeep(once.value, hmac)).toEqual({ value: once.value, rules: [] });
      }),
      { numRuns: 500 },
    );
  });
});
