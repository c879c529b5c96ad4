import type { MemoryHost } from '../memory/memoryHost';
import { linkedPrompt } from '../memory/prompts';
import type { MemoryRecord } from '../memory/types';
import type { Sight } from './views';

/** What the view of a memory shows beside its record, as of now. */
export async function sightOf(record: MemoryRecord, host: MemoryHost): Promise<Sight> {
  const { promptId } = record;
  const prompt =
    promptId === undefined
      ? undefined
      : await host.use(record.area, (opened) => opened.read((db) => linkedPrompt(db, promptId)));
  return { prompt, months: host.reviewMonths, now: host.timestamp() };
}
