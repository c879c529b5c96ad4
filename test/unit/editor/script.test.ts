import { describe, expect, it } from 'vitest';
import { parseResult, parseScript, resolveReferences } from '../../editor/scripted-model/script';

describe('the script of the scripted model', () => {
  it('is every CALL of a message, in order, with braces and quotes in strings left alone', () => {
    const text =
      'Please CALL a_save {"text": "x } \\" {"} then\nCALL b {"ids": [{"id": 1}]} thanks. RECALL c {"d": 1}';
    expect(parseScript(text)).toEqual([
      { tool: 'a_save', input: { text: 'x } " {' } },
      { tool: 'b', input: { ids: [{ id: 1 }] } },
    ]);
  });

  it('takes values from the last result', () => {
    const last = parseResult('Error: see\n{"hits": [{"id": "7c", "n": 2}]} and more');
    expect(
      resolveReferences({ id: '$LAST.hits[0].id', all: ['$LAST.hits[0].n'], text: 'a $LAST.b' }, last),
    ).toEqual({
      id: '7c',
      all: [2],
      text: 'a $LAST.b',
    });
  });

  it('says when the last result has no such value', () => {
    expect(() => resolveReferences({ id: '$LAST.hits[1].id' }, { hits: [] })).toThrow(
      'The last tool result has no .hits[1].id: {"hits":[]}',
    );
    expect(parseResult('no object')).toBeUndefined();
  });
});
