import { afterAll, describe, expect, it } from 'vitest';
import { entryName, goldenText, readGolden } from './golden';
import { pages, type Page, type Row } from './row';
import { isFor, RowRunner } from './runRow';
import type { Surface } from './surface';
import { table } from './table';

/**
 * One test for each row that is for this surface, under the page of the first sentence that it keeps. Where the row keeps
 * golden texts, the answers must be these: on every surface the same.
 */
export function testRows(surface: Surface): void {
  describe(surface.name, () => {
    const runner = new RowRunner(surface);
    afterAll(() => runner.close());

    describe.each(pages.filter((page) => rowsFor(surface, page).length > 0))('%s', (page) => {
      it.each(rowsFor(surface, page).map((row) => [row.promise, row] as const))(
        '%s',
        async (_promise, row) => {
          for (const golden of await runner.run(row)) {
            const { call } = golden.call;
            expect(goldenText(golden), entryName(call, golden.name)).toBe(readGolden(call).get(golden.name));
          }
        },
      );
    });
  });
}

function rowsFor(surface: Surface, page: Page): readonly Row[] {
  return table.filter((row) => row.keeps[0]?.startsWith(`${page}#`) && isFor(surface, row));
}
