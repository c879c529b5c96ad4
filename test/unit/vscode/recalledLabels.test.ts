import { describe, expect, it } from 'vitest';
import { RecalledLabels } from '../../../src/vscode/recalledLabels';

describe('labels of recalled memories', () => {
  it('are found in any answer of a tool', () => {
    const labels = new RecalledLabels();
    labels.note({
      hits: [
        { id: 'a', title: 'A title' },
        { id: 'b', key: 'a_key' },
      ],
      other: null,
    });
    labels.note({ observation: { id: 'c', title: 'Saved', key: 'not this' } });
    expect(['a', 'b', 'c', 'd'].map((id) => labels.get(id))).toEqual([
      'A title',
      'a_key',
      'Saved',
      undefined,
    ]);
  });

  it('are the newest ones', () => {
    const labels = new RecalledLabels();
    labels.note({ id: 'shown again', title: 'old' });
    labels.note({ id: 'shown once', title: 'x' });
    labels.note({ id: 'shown again', title: 'new' });
    for (let n = 0; n < 999; n++) labels.note({ id: `n${n}`, title: 't' });
    expect(labels.get('shown again')).toBe('new');
    expect(labels.get('shown once')).toBeUndefined();
  });
});
