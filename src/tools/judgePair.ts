import { judge, type JudgedPair, type Judgment } from '../memory/judging';
import { relationById } from '../memory/judgments';
import { memoryByUuid } from '../memory/memoryRow';
import type { Area } from '../memory/types';
import type { Reader } from '../store/types';
import { findEverywhere, noSuchId } from './lookup';
import { joinHints, redactedHint } from './parameters';
import { changeScope, type ProjectCall, type ProjectHeader, type ReadScope } from './projectScope';
import { noSuchJudgment, notJudged, relationView } from './relationFields';
import type { CallContext, ToolResult } from './tool';
import { failed, type Failed } from './toolFailure';

/** Judges a pair wherever it is: ids are unique over all databases. Both ends have to be in one of them. */
export async function judgePair(
  pair: JudgedPair,
  judgment: Omit<Judgment, 'judgedBy'>,
  call: ProjectCall,
  context: CallContext,
): Promise<ToolResult> {
  const scope = await changeScope(context, call);
  if (scope.kind === 'error') return scope;
  const place = await placeOfPair(pair, scope, context);
  if (place.kind === 'error') return place;
  const { host, savedBy } = context;
  const judged = await host.use(place.area, (opened) =>
    opened.write((tx) => judge(tx, place.pair, { ...judgment, judgedBy: savedBy }, host.timestamp())),
  );
  if (judged.kind !== 'judged') return notJudged(judged, 'judgmentId' in pair ? pair.judgmentId : '');
  return {
    kind: 'ok',
    value: {
      ...headerOf(place.area, scope),
      relation: relationView(judged.row),
      ...joinHints([redactedHint(context.redacted)]),
    },
  };
}

interface PairPlace {
  readonly kind: 'place';
  readonly area: Area;
  readonly pair: JudgedPair;
}

async function placeOfPair(
  pair: JudgedPair,
  scope: ReadScope,
  context: CallContext,
): Promise<PairPlace | Failed> {
  if (!('judgmentId' in pair)) return placeOfMemories(pair, scope, context);
  const found = await lookEverywhere(scope, context, (db, area) => {
    const row = relationById(db, pair.judgmentId);
    if (row === undefined) return undefined;
    const areBoth = [row.memory_a, row.memory_b].every((id) => memoryByUuid(db, id) !== undefined);
    return { area, areBoth, ends: { a: row.memory_a, b: row.memory_b } };
  });
  if (found === undefined) return noSuchJudgment(pair.judgmentId);
  // Of a pair that was torn apart the proposal stays behind: the memories themselves say where they are.
  return found.areBoth
    ? { kind: 'place', area: found.area, pair }
    : placeOfMemories(found.ends, scope, context);
}

async function placeOfMemories(
  pair: { readonly a: string; readonly b: string },
  scope: ReadScope,
  context: CallContext,
): Promise<PairPlace | Failed> {
  const areas: Area[] = [];
  for (const id of [pair.a, pair.b]) {
    const found = await lookEverywhere(scope, context, (db, area) =>
      memoryByUuid(db, id) === undefined ? undefined : area,
    );
    if (found === undefined) return noSuchId(id);
    areas.push(found);
  }
  const [one, other] = areas as [Area, Area];
  if (nameOf(one) === nameOf(other)) return { kind: 'place', area: one, pair };
  return failed(
    'cross_project_relation',
    `Both memories have to be in one project: ${pair.a} ${placeOf(one)}, ${pair.b} ${placeOf(other)}. Nothing was judged.`,
  );
}

function lookEverywhere<T>(
  scope: ReadScope,
  context: CallContext,
  find: (db: Reader, area: Area) => T | undefined,
): Promise<T | undefined> {
  return findEverywhere(scope, context, (area) =>
    context.host.use(area, (opened) => opened.read((db) => find(db, area))),
  );
}

function nameOf(area: Area): string {
  return area.kind === 'user' ? '' : area.id;
}

function placeOf(area: Area): string {
  return area.kind === 'user' ? 'is a fact about the user' : `belongs to ${area.name}`;
}

/** Of all projects the one that holds the pair is meant now. */
function headerOf(area: Area, { header }: ReadScope): ProjectHeader {
  if (area.kind === 'user' || area.name === header.project) return header;
  return { project: area.name, project_source: 'known_project' };
}
