import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topicKey } from '../../../src/memory/observations';
import { suggestTopicKey } from '../../../src/memory/topicKeys';

describe('a suggested topic key', () => {
  it.each([
    ['decision', 'decision', '', 'decision/general'],
    ['manual', '!!!', '...', 'topic/general'],
    ['manual', '', 'Fix regression in auth login flow', 'bug/fix-regression-in-auth-login-flow'],
    ['bugfix', 'Bug: uploads stall', '', 'bug/uploads-stall'],
    ['adr', 'Auth model', '', 'architecture/auth-model'],
    ['guideline', 'Naming of ports', '', 'pattern/naming-of-ports'],
    ['ci', 'Two cores', '', 'config/two-cores'],
    ['root_cause', 'Why it stalls', '', 'discovery/why-it-stalls'],
    ['learn', 'Nothing new', '', 'learning/nothing-new'],
    ['session_summary', 'Session: the sixth', '', 'session/the-sixth'],
    ['manual', 'Design of the crash reporter', '', 'bug/design-of-the-crash-reporter'],
    ['manual', 'We chose SQLite', '', 'decision/we-chose-sqlite'],
    ['gotcha', 'Ports', 'They are closed.', 'gotcha/ports'],
    ['manual', 'Ports', 'They are closed.', 'topic/ports'],
    ['  ', 'Порты', '', 'topic/порты'],
    ['decision', 'a/b \u00e9t\u00e9', '', 'decision/a-b-ete'],
    [
      'manual',
      ' ',
      'one two three four five six seven eight nine',
      'topic/one-two-three-four-five-six-seven-eight',
    ],
  ])('of %j, %j, %j is %s', (type, title, content, key) => {
    expect(suggestTopicKey(type, title, content)).toBe(key);
  });

  it('has two segments, also of a text with a slash in its normal form', () => {
    expect(suggestTopicKey('℀', '℅ the owner', '')).toBe('a-c/c-o-the-owner');
  });

  it('is a key as it is stored, of at most 256 characters, whatever the text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, text, text, (type, title, content) => {
        const key = suggestTopicKey(type, title, content);
        expect(topicKey(key)).toBe(key);
        expect([...key].length).toBeLessThanOrEqual(256);
        expect(key.split('/')).toHaveLength(2);
      }),
    );
  });
});
