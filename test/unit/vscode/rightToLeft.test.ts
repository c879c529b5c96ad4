import { describe, expect, it } from 'vitest';
import { isolated } from '../../../src/vscode/rightToLeft';

describe('a label in one line with other words', () => {
  it.each([['منفذ قاعدة البيانات 5432'], ['פורט 5432'], ['Port: פורט']])(
    'is isolated where a part of it runs from right to left: %s',
    (label) => {
      expect(isolated(label)).toBe(`\u2068${label}\u2069`);
    },
  );

  it.each([['Port 5432'], ['Порт 5432'], ['数据库端口'], ['']])('stays as it is: %s', (label) => {
    expect(isolated(label)).toBe(label);
  });
});
