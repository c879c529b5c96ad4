import { forgetMemories } from '../../src/memory/forgetting';
import { saveFact } from '../../src/memory/facts';
import type { MemoryHost } from '../../src/memory/memoryHost';
import { replaceMemory, type MemoryRow } from '../../src/memory/memoryRow';
import { saveObservation } from '../../src/memory/observations';
import { recordPrompt, type PromptRow } from '../../src/memory/prompts';
import { ensureSession } from '../../src/memory/sessions';
import { saveStatement } from '../../src/memory/statements';
import type { Area } from '../../src/memory/types';
import type { Reader } from '../../src/store/types';

type ProjectArea = Area & { readonly kind: 'project' };

export function observe(
  host: MemoryHost,
  area: Area,
  title: string,
  over: {
    readonly topicKey?: string;
    readonly content?: string;
    readonly sessionId?: string;
    readonly sourceId?: string;
    readonly promptId?: string;
  } = {},
): Promise<MemoryRow> {
  const { content = `What there is to say of ${title}.`, ...rest } = over;
  return host.use(area, (opened) =>
    opened.write((tx) => {
      const input = { title, content, type: 'decision', scope: 'project', savedBy: 'test', ...rest };
      return saveObservation(tx, input, () => false, host.timestamp(), host.now()).row;
    }),
  );
}

/** What the person asked there; its UUID. */
export function ask(host: MemoryHost, area: Area, content: string, sessionId = 'walk'): Promise<string> {
  const prompt = { sessionId, content, savedBy: 'test' };
  return host.use(area, (opened) =>
    opened.write((tx) => recordPrompt(tx, prompt, host.timestamp(), host.now()).uuid),
  );
}

export async function projectOf(host: MemoryHost, name: string): Promise<ProjectArea> {
  const catalog = await host.catalog();
  const made = await catalog.create(name);
  if (made.kind === 'error') throw new Error(made.message);
  return { kind: 'project', id: made.project.id, name };
}

/**
 * Two projects that hold one of everything: topics with earlier versions, one of them in both; facts; statements that
 * rest on one another; what is pinned, was saved twice or is forgotten; prompts that one memory answers, two or none.
 */
export async function twoProjects(
  host: MemoryHost,
): Promise<{ readonly heron: ProjectArea; readonly otter: ProjectArea }> {
  const [heron, otter] = [await projectOf(host, 'heron'), await projectOf(host, 'otter')];
  const shared = await ask(host, heron, 'Where does it live?');
  const single = await ask(host, heron, 'What does it eat?');
  for (const area of [heron, otter]) {
    await ask(host, area, `Is it there, in ${area.name}?`, area === heron ? 'walk' : 'stand');
    const answers = area === heron ? { promptId: shared } : {};
    const topic = { topicKey: 'home', ...answers };
    await observe(host, area, 'Where it lives', { ...topic, content: `By the lake: ${area.name}.` });
    await observe(host, area, 'Where it lives', { ...topic, content: `By the sea: ${area.name}.` });
  }
  const plain = await observe(host, heron, 'What it eats', { sessionId: 'walk', promptId: single });
  const gone = await observe(host, heron, 'A mistake', { promptId: shared });
  await host.use(heron, (opened) =>
    opened.write((tx) => {
      const now = host.timestamp();
      ensureSession(tx, 'walk', '/code/heron', now);
      replaceMemory(tx, plain, { pinned: 1, duplicate_count: 3 });
      forgetMemories(tx, [gone.uuid], 'test', now);
      saveFact(
        tx,
        {
          category: 'technical',
          key: 'port',
          value: '5432',
          source: 'tool_call',
          confidence: 1,
          scope: 'project',
          savedBy: 'test',
        },
        now,
      );
      const common = {
        workspace: 'default',
        scope: 'shared',
        source: 'owner',
        confidence: 0.5,
        savedBy: 'test',
      };
      const saved = saveStatement(tx, { ...common, content: 'It nests in reeds.', derivedFrom: [] }, now);
      if (saved.kind === 'saved')
        saveStatement(tx, { ...common, content: 'Reeds matter.', derivedFrom: [saved.row.uuid] }, now);
    }),
  );
  return { heron, otter };
}

/** Everything that a memory is made of, but for what each database counts by itself. */
export interface MemoryImage {
  readonly row: Partial<MemoryRow>;
  readonly history: readonly string[];
}

/** The memories of one database by id, in its order. */
export function imagesIn(host: MemoryHost, area: Area): Promise<ReadonlyMap<string, MemoryImage>> {
  return host.use(area, (opened) => opened.read(images));
}

/** The prompts of one database by id, in its order. */
export function promptsIn(host: MemoryHost, area: Area): Promise<ReadonlyMap<string, string>> {
  return host.use(area, (opened) =>
    opened.read(
      (db) =>
        new Map(
          db
            .query<PromptRow>('SELECT * FROM prompt ORDER BY sequence, id')
            .map(({ uuid, session_id, content, created_at }) => [
              uuid,
              JSON.stringify([session_id, content, created_at]),
            ]),
        ),
    ),
  );
}

function images(db: Reader): ReadonlyMap<string, MemoryImage> {
  return new Map(
    db.query<MemoryRow>('SELECT * FROM memory ORDER BY sequence, id').map((row): [string, MemoryImage] => {
      const history = db.query<{ image: string }>(
        'SELECT image FROM history WHERE memory_id = ? ORDER BY sequence, id',
        [row.id],
      );
      const { id: _, sequence: _sequence, ...rest } = row;
      return [
        row.uuid,
        { row: rest, history: history.map(({ image }) => (JSON.parse(image) as MemoryRow).content) },
      ];
    }),
  );
}
