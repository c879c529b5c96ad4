import * as z from 'zod';
import { countLive } from '../memory/listing';
import { userArea } from '../memory/memoryHost';
import type { Area } from '../memory/types';
import { warningSentence } from '../project/projectWarning';
import type { Candidate } from '../project/types';
import { StoreError } from '../store/types';
import { joinHints, projectOutputs } from './parameters';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { fit } from './views';

const CANDIDATES_BYTES = 4_000;
const NAMES_BYTES = 2_000;

export const memCurrentProject = defineTool({
  name: 'mem_current_project',
  title: 'Which project is this',
  referenceName: 'mem_current_project',
  description:
    'Tells which project memories are saved to and recalled from right now, why (project_source), the folders seen, the other known projects, what to do when the project is ambiguous, where the store is and how much it holds. ' +
    'Use it when a save answered ambiguous_project or unknown_project, or to explain where memories go. Takes no parameters, answers in any situation, changes nothing.',
  input: z.object({}),
  output: z.object({
    ...projectOutputs,
    folders: z.array(z.string()),
    available_projects: z.array(z.string()),
    project_candidates: z.array(z.object({})),
    warning: z.string().optional(),
    error_hint: z.string().optional(),
    store: z.string(),
    memories: z.number().optional(),
    user_memories: z.number().optional(),
    tool_set: z.string(),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  purpose: () => 'read',
  async handle(_call, context): Promise<ToolResult> {
    const current = await context.projects.current({ openCatalog: true });
    const names = current.known.map((project) => project.name);
    const candidates: object[] = [];
    for (const candidate of current.candidates) candidates.push(await candidateView(candidate, context));
    const memories =
      current.id === undefined ? 0 : await count(projectArea(current.id, current.project), context);
    const userMemories = await count(userArea, context);
    const unreadable =
      memories === undefined || userMemories === undefined
        ? 'Not every database of the store can be read.'
        : undefined;
    const hint = joinHints([current.hint, unreadable]).hint;
    const shownNames = fit(names, NAMES_BYTES);
    const shownCandidates = fit(candidates, CANDIDATES_BYTES);
    const missing = Math.max(names.length - shownNames.length, candidates.length - shownCandidates.length);
    const warning = joinHints([
      current.warning === undefined ? undefined : warningSentence(current.warning),
      missing === 0 ? undefined : `${missing} projects are not listed; they can be named all the same.`,
    ]).hint;
    return {
      kind: 'ok',
      value: {
        ...(current.project === undefined ? {} : { project: current.project }),
        project_source: current.source,
        ...(current.path === undefined ? {} : { project_path: current.path }),
        folders: current.folders,
        available_projects: shownNames,
        project_candidates: shownCandidates,
        ...(warning === undefined ? {} : { warning }),
        ...(hint === undefined ? {} : { error_hint: hint }),
        store: context.host.storageDirectory,
        ...(memories === undefined ? {} : { memories }),
        ...(userMemories === undefined ? {} : { user_memories: userMemories }),
        tool_set: context.toolSet,
      },
    };
  },
});

async function candidateView(candidate: Candidate, context: CallContext): Promise<object> {
  const memories =
    candidate.id === undefined ? 0 : await count(projectArea(candidate.id, candidate.name), context);
  return {
    name: candidate.name,
    path: candidate.path,
    ...(candidate.id === undefined ? {} : { id: candidate.id }),
    ...(memories === undefined ? {} : { memories }),
  };
}

function projectArea(id: string, name = ''): Area {
  return { kind: 'project', id, name };
}

/** Undefined where the database cannot be read: this tool tells what is wrong elsewhere, it does not fail. */
async function count(area: Area, context: CallContext): Promise<number | undefined> {
  try {
    return await context.host.use(area, (opened) =>
      opened.read((db) => countLive(db, context.host.timestamp())),
    );
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}
