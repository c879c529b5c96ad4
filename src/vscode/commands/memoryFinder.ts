import * as vscode from 'vscode';
import type { MemoryHost } from '../../memory/memoryHost';
import type { Area, MemoryRecord, SearchAnswer } from '../../memory/types';
import { projectArea, readableAreas, userArea } from '../areas';
import { memoryCount } from '../counts';
import type { MemorySession } from '../session';

/** Rows the list shows: more than fit a screen, fewer than anybody scrolls. */
const LIMIT = 50;

export type Row =
  | {
      readonly kind: 'memory';
      readonly record: MemoryRecord;
      readonly preview: string;
      /** Where it is kept, where that may be anywhere. */
      readonly place?: string;
    }
  | { readonly kind: 'message'; readonly text: string }
  /** Nothing here, but perhaps in other projects. */
  | { readonly kind: 'elsewhere'; readonly text: string };

/** Finds what a list of memories shows for a text that is being typed. */
export class MemoryFinder {
  readonly #session: MemorySession;

  constructor(session: MemorySession) {
    this.#session = session;
  }

  /** `everywhere`: in all projects, what was found in one of them together. */
  async rows(query: string, { everywhere }: { readonly everywhere: boolean }): Promise<readonly Row[]> {
    const host = await this.#session.host();
    if (query.trim() === '') {
      // Opening every database for a look at what is newest would cost more than it tells.
      if (everywhere) return [message(vscode.l10n.t('Type to search in all projects'))];
      return newest(host, await readableAreas(this.#session));
    }
    const areas = everywhere ? await this.#allAreas() : await readableAreas(this.#session);
    const answer = await host.search(areas, { query, limit: LIMIT, prefix: true });
    if (answer.hits.length === 0)
      return [everywhere ? message(vscode.l10n.t('No memory matches')) : await elsewhere(host, query, areas)];
    return [...(everywhere ? await grouped(answer) : answer.hits.map(memoryRow)), ...notes(answer)];
  }

  async #allAreas(): Promise<readonly Area[]> {
    const reading = await this.#session.projects.forRead({ allProjects: true });
    if (reading.kind === 'error') return [userArea];
    const open = await this.#session.projects.openFolders();
    return [...reading.projects.map((project) => projectArea(project, open)), userArea];
  }
}

async function newest(host: MemoryHost, areas: readonly Area[]): Promise<readonly Row[]> {
  const pages = await Promise.all(areas.map((area) => host.list(area, { offset: 0, limit: LIMIT })));
  const records = pages.flatMap((page) => page.records);
  if (records.length === 0) return [message(vscode.l10n.t('Nothing is remembered yet'))];
  records.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
  return records.slice(0, LIMIT).map((record) => memoryRow({ record, preview: record.content }));
}

async function elsewhere(host: MemoryHost, query: string, areas: readonly Area[]): Promise<Row> {
  const here = new Set(areas.flatMap((area) => (area.kind === 'project' ? [area.id] : [])));
  const { memories } = await host.elsewhere(query, here);
  if (memories === 0 || !vscode.workspace.isTrusted) return message(vscode.l10n.t('No memory matches'));
  const text = vscode.l10n.t(
    'No memory matches here. Search all projects: {0} may match there',
    memoryCount(memories),
  );
  return { kind: 'elsewhere', text };
}

/**
 * The project with the best hit first, as the tools answer. Each row names its project: the editor hides separators as
 * long as there is a text in the box.
 */
async function grouped({ hits }: SearchAnswer): Promise<readonly Row[]> {
  const { engine } = await import('../engine');
  return engine.byProject(hits).map(({ record, preview }) => {
    const place = record.area.kind === 'user' ? vscode.l10n.t('About You') : record.area.name;
    return { kind: 'memory', record, preview, place };
  });
}

function notes({ hits, total, complete }: SearchAnswer): readonly Row[] {
  return [
    ...(total > hits.length
      ? [message(vscode.l10n.t('{0} more; type more words to narrow them', total - hits.length))]
      : []),
    ...(complete ? [] : [message(vscode.l10n.t('Older memories are still being indexed'))]),
  ];
}

function memoryRow({ record, preview }: { readonly record: MemoryRecord; readonly preview: string }): Row {
  return { kind: 'memory', record, preview };
}

function message(text: string): Row {
  return { kind: 'message', text };
}
