import { ErrorCode, McpError, type Resource } from '@modelcontextprotocol/sdk/types.js';
import { livePage, type PageMark } from '../../memory/livePages';
import { userArea } from '../../memory/memoryHost';
import type { Area, MemoryRecord } from '../../memory/types';
import { readScope, type ReadScope } from '../../tools/projectScope';
import type { ToolContext } from '../../tools/tool';
import { preview } from '../../tools/views';
import { RESOURCE_MIME_TYPE, userScope } from './resourceReading';
import { contextUri, memoryUri } from './resourceUri';

const PAGE_SIZE = 100;
/** Older memories are found by search, and read by their address: nobody picks from thousands. */
const PROJECT_MEMORIES = 400;
const USER_MEMORIES = 100;
const NAME_BYTES = 120;

export interface ResourcePage {
  readonly resources: readonly Resource[];
  readonly nextCursor?: string;
}

/** Where a page begins: the place among the areas, how many of that area were listed, and after which memory. */
interface Cursor {
  readonly area: number;
  readonly listed: number;
  readonly after?: PageMark;
}

/** What is listed: the project here, all that could be meant where there are several, and the user. */
export async function listedScope(context: ToolContext): Promise<ReadScope> {
  const scope = await readScope(context, {});
  // A read that names no project has nothing to refuse.
  return scope.kind === 'error' ? userScope : scope;
}

/**
 * A page of the resources: first the contexts, then memories, those of a project before the user's, pinned and newest
 * first. Throws an `McpError` for a cursor that is none of ours.
 */
export async function listResources(cursor: string | undefined, context: ToolContext): Promise<ResourcePage> {
  const scope = await listedScope(context);
  const resources: Resource[] = cursor === undefined ? contexts(scope) : [];
  let at = cursor === undefined ? { area: 0, listed: 0 } : readCursor(cursor);
  while (resources.length < PAGE_SIZE) {
    const area = scope.areas[at.area];
    if (area === undefined) return { resources };
    const limit = Math.min(PAGE_SIZE - resources.length, Math.max(0, boundOf(area, scope) - at.listed));
    const page = await memories(area, at.after, limit, context);
    resources.push(...page.records.map((record) => memoryResource(area, record)));
    const listed = at.listed + page.records.length;
    at =
      page.next !== undefined && listed < boundOf(area, scope)
        ? { area: at.area, listed, after: page.next }
        : { area: at.area + 1, listed: 0 };
  }
  return at.area < scope.areas.length ? { resources, nextCursor: writeCursor(at) } : { resources };
}

/** Several projects share what one may list. */
function boundOf(area: Area, { projects }: ReadScope): number {
  return area.kind === 'user' ? USER_MEMORIES : Math.max(1, Math.floor(PROJECT_MEMORIES / projects.length));
}

function memories(
  area: Area,
  after: PageMark | undefined,
  limit: number,
  { host }: ToolContext,
): Promise<ReturnType<typeof livePage>> {
  return host.read(area, (db, files) => livePage(db, area, after, limit, host.timestamp(), files));
}

function contexts({ projects, header }: ReadScope): Resource[] {
  const named = projects.map((project) => ({ area: project, name: project.name }));
  // A project is there to be attached before its first memory: what is known of the user comes with it.
  if (named.length === 0 && header.project !== undefined) {
    const area: Area = { kind: 'project', id: header.project, name: header.project };
    named.push({ area, name: header.project });
  }
  return [
    ...named.map(({ area, name }) =>
      contextResource(area, `Memory of ${name}`, 'What to know at the start of a task in this project'),
    ),
    contextResource(userArea, 'Memory of you', 'Your preferences and profile, seen from every project'),
  ];
}

function contextResource(area: Area, name: string, description: string): Resource {
  return { uri: contextUri(area), name, title: name, description, mimeType: RESOURCE_MIME_TYPE };
}

function memoryResource(area: Area, record: MemoryRecord): Resource {
  const name = preview(record.label.replace(/\s+/gu, ' ').trim(), NAME_BYTES);
  const marks = [
    record.type ?? record.kind,
    ...(record.status === 'unverified' ? [] : [record.status]),
    ...(record.supersededBy === undefined ? [] : ['superseded']),
    ...(record.pinned ? ['pinned'] : []),
    record.updatedAt.slice(0, 10),
  ];
  return {
    uri: memoryUri(area, record.id),
    name,
    title: name,
    description: marks.join(', '),
    mimeType: RESOURCE_MIME_TYPE,
    annotations: { lastModified: record.updatedAt, priority: record.pinned ? 1 : 0.5 },
  };
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    const { area, listed, after } = cursor;
    const numbers = [area, listed, ...(after === undefined ? [] : [after.pinned, after.sequence, after.row])];
    if (numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) return cursor;
  } catch {
    // No cursor of ours either.
  }
  throw new McpError(
    ErrorCode.InvalidParams,
    'This cursor is not one of this server: list the resources again without a cursor.',
  );
}
