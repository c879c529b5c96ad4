import { purgeMemories, purgeTraces, tracesOf } from './forgetting';
import type { MemoryArea } from './memoryArea';
import { placesOf, WHOLE_PROJECT } from './passages';
import { purgeSummaries, sessionById } from './sessions';
import type { Area } from './types';

export interface PurgeOptions {
  readonly area: Area;
  /** Of memories, and of prompts that are to be deleted by themselves. */
  readonly ids: readonly string[];
  /** Ids of sessions whose summaries are to go; the sessions stay. */
  readonly sessions?: readonly string[];
  /** Who wants it. */
  readonly by: string;
  /** Lends the area's database once no move to or from it is pending. */
  readonly use: <T>(area: Area, fn: (opened: MemoryArea) => Promise<T>) => Promise<T>;
  /** Lends the database of a project by its id, as it is. */
  readonly useAsItIs: <T>(projectId: string, fn: (opened: MemoryArea) => Promise<T>) => Promise<T>;
  /** The present moment as the rows hold it. */
  readonly timestamp: () => string;
}

/**
 * Deletes memories, or prompts, for good. First in every database where they, or the prompts that memories answer, have
 * been before: as long as they themselves are there, what was interrupted can be repeated.
 */
export async function purgeEverywhere({
  area,
  ids,
  sessions = [],
  by,
  ...deps
}: PurgeOptions): Promise<void> {
  // A session goes along with the whole of its project.
  const travellers = sessions.length === 0 ? [] : [WHOLE_PROJECT];
  const { traces, places } = await deps.use(area, (opened) =>
    opened.read((db) => {
      const found = tracesOf(db, ids);
      const texts = [...found.texts, ...sessions.flatMap((id) => sessionById(db, id)?.summary ?? [])];
      return {
        traces: { ...found, texts },
        places: placesOf(db, [...ids, ...found.prompts, ...travellers]),
      };
    }),
  );
  const done = new Set(area.kind === 'project' ? [area.id] : []);
  for (let waiting = places; waiting.length > 0;) {
    const next = new Set<string>();
    for (const id of waiting) {
      if (done.has(id)) continue;
      done.add(id);
      await deps.useAsItIs(id, async (opened) => {
        // Not by `opened.write`: a project that became part of another takes no writes, but may hold traces.
        await opened.store.write((tx) => {
          purgeTraces(tx, traces, by, deps.timestamp());
        });
        await opened.store.compact({ purge: true });
        const further = await opened.read((db) => placesOf(db, [...ids, ...traces.prompts, ...travellers]));
        for (const place of further) next.add(place);
      });
    }
    waiting = [...next];
  }
  await deps.use(area, async (opened) => {
    await opened.write((tx) => {
      purgeMemories(tx, ids, by, deps.timestamp());
      purgeSummaries(tx, traces.texts);
    });
    await opened.store.compact({ purge: true });
  });
}
