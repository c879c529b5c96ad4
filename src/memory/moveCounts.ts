import type { Reader } from '../store/types';

/** Memories that came into this database by the moves. */
export function countPassed(db: Reader, moves: readonly string[]): number {
  const [row] = db.query<{ n: number }>(
    `SELECT count(*) AS n FROM passage WHERE way = 'in' AND memory <> '' AND move IN (${marks(moves)})`,
    moves,
  );
  return row?.n ?? 0;
}

/** Prompts that came into this database by the moves. */
export function countPassedPrompts(db: Reader, moves: readonly string[]): number {
  const [row] = db.query<{ n: number }>(
    `SELECT count(*) AS n FROM passage WHERE way = 'prompt' AND move IN (${marks(moves)})`,
    moves,
  );
  return row?.n ?? 0;
}

/** Topics of which such a memory and another one are both there. */
export function countCollisions(db: Reader, moves: readonly string[]): number {
  const [row] = db.query<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT DISTINCT came.key, came.scope FROM passage
       JOIN memory AS came ON came.uuid = passage.memory
       JOIN memory AS other ON other.kind = came.kind AND other.key = came.key AND other.scope = came.scope
       WHERE passage.way = 'in' AND passage.move IN (${marks(moves)}) AND came.kind = 'observation'
         AND other.uuid <> came.uuid AND came.deleted_at IS NULL AND other.deleted_at IS NULL)`,
    moves,
  );
  return row?.n ?? 0;
}

/** Memories that cite a file in a folder, by a path from the project's root or an absolute one. */
export function idsBelow(
  db: Reader,
  folder: { readonly path: string; readonly below: string },
): readonly string[] {
  const prefixes = [folder.path, ...(folder.below === '' ? [] : [folder.below, `./${folder.below}`])].map(
    (prefix) => `${prefix.replaceAll('\\', '/')}/`,
  );
  return db
    .query<{ uuid: string }>(
      `SELECT uuid FROM memory WHERE source_id IS NOT NULL
         AND (${prefixes.map(() => "substr(replace(source_id, '\\', '/'), 1, length(?)) = ?").join(' OR ')})
       ORDER BY sequence, id`,
      prefixes.flatMap((prefix) => [prefix, prefix]),
    )
    .map(({ uuid }) => uuid);
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
