import * as z from 'zod';
import { countLive } from '../memory/listing';
import { userArea } from '../memory/memoryHost';
import { countPrompts } from '../memory/prompts';
import { countSessions } from '../memory/sessions';
import type { Area } from '../memory/types';
import { joinHints } from './parameters';
import { defineTool, type ToolResult } from './tool';
import { fit } from './views';

const NAMES_BYTES = 6_000;

export const memStats = defineTool({
  name: 'mem_stats',
  title: 'Count the memories',
  referenceName: 'mem_stats',
  description:
    'Count what is remembered over all projects and about the user: memories, sessions, prompts, and the names of the projects. ' +
    'Use it to see how much is there; use mem_current_project for the project that is open, mem_search for the memories themselves.',
  input: z.object({}),
  output: z.object({
    total_sessions: z.number(),
    total_memories: z.number(),
    total_prompts: z.number(),
    projects: z.array(z.string()),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  purpose: () => 'read',
  async handle(_call, { host }): Promise<ToolResult> {
    const projects = await (await host.catalog()).list();
    let [sessions, memories, prompts] = [0, 0, 0];
    const areas = projects.map(({ id, name }): Area => ({ kind: 'project', id, name }));
    for (const area of [userArea, ...areas]) {
      const counts = await host.use(area, (opened) =>
        opened.read((db) => ({
          memories: countLive(db, host.timestamp()),
          sessions: countSessions(db),
          prompts: countPrompts(db),
        })),
      );
      memories += counts.memories;
      sessions += counts.sessions;
      prompts += counts.prompts;
    }
    const names = projects.map(({ name }) => name);
    const shown = fit(names, NAMES_BYTES);
    return {
      kind: 'ok',
      value: {
        total_sessions: sessions,
        total_memories: memories,
        total_prompts: prompts,
        projects: shown,
        ...joinHints([
          shown.length < names.length
            ? `${names.length - shown.length} more projects are not listed.`
            : undefined,
        ]),
      },
    };
  },
});
