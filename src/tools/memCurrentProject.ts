import { z } from 'zod';
import { countLive } from '../memory/listing';
import { userArea } from '../memory/memoryHost';
import type { Area } from '../memory/types';
import type { Candidate } from '../project/types';
import { projectOutputs } from './parameters';
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
    'Use it when a save answered ambiguous_project or unknown_project, or to explain where memories go. Never fails, changes nothing.',
  input: z.object({}),
  output: z.object({
    ...projectOutputs,
    folders: z.array(z.string()),
    available_projects: z.array(z.string()),
    project_candidates: z.array(z.object({})),
    warning: z.string().optional(),
    error_hint: z.string().optional(),
    store: z.string(),
    memories: z.number(),
    user_memories: z.number(),
    tool_set: z.string(),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  purpose: () => 'read',
  async handle(_call, context): Promise<ToolResult> {
    const current = await context.projects.current({ openCatalog: true });
    const names = current.known.map((project) => project.name);
    const candidates: object[] = [];
    for (const candidate of current.candidates) candidates.push(await candidateView(candidate, context));
    return {
      kind: 'ok',
      value: {
        ...(current.project === undefined ? {} : { project: current.project }),
        project_source: current.source,
        ...(current.path === undefined ? {} : { project_path: current.path }),
        folders: current.folders,
        available_projects: fit(names, NAMES_BYTES),
        project_candidates: fit(candidates, CANDIDATES_BYTES),
        ...(current.warning === undefined ? {} : { warning: current.warning }),
        ...(current.hint === undefined ? {} : { error_hint: current.hint }),
        store: context.host.storageDirectory,
        memories:
          current.id === undefined ? 0 : await count(projectArea(current.id, current.project), context),
        user_memories: await count(userArea, context),
        tool_set: context.toolSet,
      },
    };
  },
});

async function candidateView(candidate: Candidate, context: CallContext): Promise<object> {
  return {
    name: candidate.name,
    path: candidate.path,
    ...(candidate.id === undefined ? {} : { id: candidate.id }),
    memories:
      candidate.id === undefined ? 0 : await count(projectArea(candidate.id, candidate.name), context),
  };
}

function projectArea(id: string, name = ''): Area {
  return { kind: 'project', id, name };
}

function count(area: Area, context: CallContext): Promise<number> {
  return context.host.use(area, (opened) => opened.read((db) => countLive(db, context.host.timestamp())));
}
