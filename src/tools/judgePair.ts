import { judge, type JudgedPair, type Judgment } from '../memory/judging';
import { relationById } from '../memory/judgments';
import { memoryByUuid } from '../memory/memoryRow';
import type { Area } from '../memory/types';
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
  const area = await areaOf(pair, scope, context);
  if ('failure' in area) return area;
  const { host, savedBy } = context;
  const judged = await host.use(area, (opened) =>
    opened.write((tx) => judge(tx, pair, { ...judgment, judgedBy: savedBy }, host.timestamp())),
  );
  if (judged.kind !== 'judged') return notJudged(judged, 'judgmentId' in pair ? pair.judgmentId : '');
  return {
    kind: 'ok',
    value: {
      ...headerOf(area, scope),
      relation: relationView(judged.row),
      ...joinHints([redactedHint(context.redacted)]),
    },
  };
}

async function areaOf(pair: JudgedPair, scope: ReadScope, context: CallContext): Promise<Area | Failed> {
  if ('judgmentId' in pair) {
    const found = await findEverywhere(scope, context, (area) =>
      context.host.use(area, (opened) =>
        opened.read((db) => (relationById(db, pair.judgmentId) === undefined ? undefined : area)),
      ),
    );
    return found ?? noSuchJudgment(pair.judgmentId);
  }
  const areas: Area[] = [];
  for (const id of [pair.a, pair.b]) {
    const found = await findEverywhere(scope, context, (area) =>
      context.host.use(area, (opened) =>
        opened.read((db) => (memoryByUuid(db, id) === undefined ? undefined : area)),
      ),
    );
    if (found === undefined) return noSuchId(id);
    areas.push(found);
  }
  const [one, other] = areas as [Area, Area];
  if (nameOf(one) === nameOf(other)) return one;
  return failed(
    'cross_project_relation',
    `Both memories have to be in one project: ${pair.a} ${placeOf(one)}, ${pair.b} ${placeOf(other)}. Nothing was judged.`,
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
