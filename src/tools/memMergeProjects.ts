import * as z from 'zod';
import type { ProjectRecord } from '../project/catalog';
import { unknownProject } from '../project/failures';
import { normaliseProjectName } from '../project/projectName';
import { joinHints, nonBlank, projectOutputs, projectParameters } from './parameters';
import { projectFailed } from './projectScope';
import { defineTool, type CallContext, type ToolResult } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';

export const memMergeProjects = defineTool({
  name: 'mem_merge_projects',
  title: 'Merge projects',
  referenceName: 'mem_merge_projects',
  description:
    'Merge projects that are one and the same, such as two spellings of a name or a repository that was seen in two places: everything in `from` goes to `to`, and the old names and folders lead there from then on. ' +
    'Only when the user asked for it, or agreed. Topics that both have are kept as versions. The person can undo it.',
  input: z.object({
    from: z.string().describe('Names of the projects to merge, separated by commas.'),
    to: z.string().describe('Name of the project that stays. One that the store knows.'),
    ...projectParameters,
    project: z.string().optional().describe('Not needed: from and to name the projects.'),
  }),
  output: z.object({
    ...projectOutputs,
    canonical: z.string(),
    sources_merged: z.array(z.string()),
    memories_updated: z.number(),
    sessions_updated: z.number(),
    prompts_updated: z.number(),
    topic_key_collisions: z.number(),
    hint: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  purpose: () => 'save',
  async handle(call, context): Promise<ToolResult> {
    const target = await known(call.to, 'to', context);
    if ('failure' in target) return target;
    const sources = await sourcesOf(call.from, context);
    if ('failure' in sources) return sources;
    // Merged already, or the project itself: there is nothing left to do, and a repeated call is no fault.
    const others = sources.filter(({ id }) => id !== target.id);
    const header = { project: target.name, project_source: 'known_project', canonical: target.name };
    if (others.length === 0) {
      const nothing = {
        sources_merged: [],
        memories_updated: 0,
        sessions_updated: 0,
        topic_key_collisions: 0,
      };
      const hint = `All of from is "${target.name}" already: nothing was changed.`;
      return { kind: 'ok', value: { ...header, ...nothing, prompts_updated: 0, hint } };
    }
    const changes = await context.host.projectChanges();
    const merged = await changes.merge(others, target, context.savedBy);
    if (merged.kind === 'refused') {
      return failed(merged.reason === 'unfinished' ? 'store_busy' : 'unknown_project', merged.message);
    }
    return {
      kind: 'ok',
      value: {
        ...header,
        sources_merged: others.map(({ name }) => name),
        memories_updated: merged.memories,
        sessions_updated: merged.sessions,
        prompts_updated: merged.prompts,
        topic_key_collisions: merged.collisions,
        ...joinHints([
          merged.collisions === 0
            ? undefined
            : 'Of a topic that both had, the newest memory counts; the others are its earlier versions.',
          'The person can undo this: Project Memory: Undo Last Change.',
        ]),
      },
    };
  },
});

async function sourcesOf(from: string, context: CallContext): Promise<readonly ProjectRecord[] | Failed> {
  const whole = normaliseProjectName(from);
  const catalog = await context.host.catalog();
  // A name may hold a comma itself.
  const one = whole.kind === 'name' ? await catalog.byName(whole.name) : undefined;
  if (one !== undefined) return [one];
  const sources = new Map<string, ProjectRecord>();
  const names = from.split(',').flatMap((name) => nonBlank(name) ?? []);
  if (names.length === 0) return invalidParams('from must name at least one project');
  for (const name of names) {
    const project = await known(name, 'from', context);
    if ('failure' in project) return project;
    sources.set(project.id, project);
  }
  return [...sources.values()];
}

async function known(
  text: string,
  parameter: 'from' | 'to',
  context: CallContext,
): Promise<ProjectRecord | Failed> {
  const name = normaliseProjectName(text);
  if (name.kind === 'error') return failed('invalid_project', `${parameter}: ${name.message}`);
  const catalog = await context.host.catalog();
  const project = await catalog.byName(name.name);
  if (project !== undefined) return project;
  const names = (await catalog.list()).map((other) => other.name);
  return projectFailed(unknownProject(name.name, undefined, names));
}
