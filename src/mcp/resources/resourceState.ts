import { livePage } from '../../memory/livePages';
import { countLive } from '../../memory/listing';
import type { Area } from '../../memory/types';
import { findEverywhere } from '../../tools/lookup';
import { contextOf } from '../../tools/memContext';
import { readScope } from '../../tools/projectScope';
import type { ToolContext } from '../../tools/tool';
import { listedScope } from './resourceList';
import { projectName, userScope } from './resourceReading';
import type { ResourceAddress } from './resourceUri';

/** What a resource is made of at one moment: when this differs, the resource has changed. */
export interface ResourceState {
  readonly text: string;
  /** The databases that it comes from. */
  readonly areas: readonly Area[];
}

/** Undefined for what is not there. Of a memory its links to others are left out: they change with every save. */
export async function resourceState(
  address: ResourceAddress,
  context: ToolContext,
): Promise<ResourceState | undefined> {
  const scope =
    address.place === undefined
      ? userScope
      : await readScope(context, { project: await projectName(address.place, context) });
  if (scope.kind === 'error') return undefined;
  const { host } = context;
  if (address.kind === 'memory') {
    const found = await findEverywhere(scope, context, async (area) => {
      const record = await host.get(area, address.id);
      return record && { record, area };
    });
    return found && { text: JSON.stringify(found.record), areas: [found.area] };
  }
  const { value } = await contextOf(scope, {}, context);
  return { text: JSON.stringify(value), areas: scope.areas };
}

/** Where very many could be meant, not all are kept open and looked at for changes of the list. */
const WATCHED_PROJECTS = 4;
/** Whatever is saved or changed comes first, and what is forgotten changes the count. */
const FIRST = 5;

export async function listState(context: ToolContext): Promise<ResourceState> {
  const { host } = context;
  const scope = await listedScope(context);
  const areas = scope.areas.filter((area, at) => area.kind === 'user' || at < WATCHED_PROJECTS);
  const parts = [];
  for (const area of areas) {
    parts.push(
      await host.use(area, (opened) =>
        opened.read((db) => [
          countLive(db, host.timestamp()),
          livePage(db, area, undefined, FIRST, host.timestamp()).records.map(({ id, sequence }) => [
            id,
            sequence,
          ]),
        ]),
      ),
    );
  }
  return { text: JSON.stringify([scope.header, scope.projects, parts]), areas };
}
