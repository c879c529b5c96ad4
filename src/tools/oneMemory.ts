import * as z from 'zod';
import type { Prompt } from '../memory/prompts';
import type { Area, MemoryRecord } from '../memory/types';
import { normaliseProjectName } from '../project/projectName';
import { findEverywhere, memoryDeleted, noSuchId } from './lookup';
import { nonBlank } from './parameters';
import { changeScope, type ProjectCall, type ProjectHeader } from './projectScope';
import { promptIn } from './promptDeletion';
import type { CallContext } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';

/** Of the tools that change one memory by its id. */
export const memoryParameters = {
  id: z.string().optional().describe('Id of the memory, as mem_search or mem_save showed it.'),
  observation_id: z.string().optional().describe('Alias for id.'),
  expected_project: z
    .string()
    .optional()
    .describe('Name of the project the memory has to be in: if it is in another, nothing is changed.'),
};

export interface OneMemory {
  readonly kind: 'memory';
  readonly area: Area;
  readonly record: MemoryRecord;
  readonly header: ProjectHeader;
}

type MemoryCall = ProjectCall & {
  readonly id?: string | undefined;
  readonly observation_id?: string | undefined;
  readonly expected_project?: string | undefined;
};

/** The memory that a call means; not a forgotten one, unless it is asked for. */
export async function oneMemory(
  call: MemoryCall,
  context: CallContext,
  forgotten: 'refused' | 'allowed' = 'refused',
): Promise<OneMemory | Failed> {
  const found = await oneById(call, context, (area, id) => context.host.get(area, id));
  if (found.kind === 'error') return found;
  const { area, header, value: record } = found;
  if (record.deletedAt !== undefined && forgotten === 'refused') return memoryDeleted(record.id);
  return { kind: 'memory', area, record, header };
}

export interface OnePrompt {
  readonly kind: 'prompt';
  readonly area: Area;
  readonly prompt: Prompt;
  readonly header: ProjectHeader;
}

/** The prompt that a call means by the same parameters. */
export async function onePrompt(call: MemoryCall, context: CallContext): Promise<OnePrompt | Failed> {
  const found = await oneById(call, context, (area, id) => promptIn(area, id, context));
  if (found.kind === 'error') return found;
  return { kind: 'prompt', area: found.area, prompt: found.value, header: found.header };
}

/** An id is certain wherever it is. */
async function oneById<T>(
  call: MemoryCall,
  context: CallContext,
  find: (area: Area, id: string) => Promise<T | undefined>,
): Promise<
  { readonly kind: 'found'; readonly area: Area; readonly value: T; readonly header: ProjectHeader } | Failed
> {
  const id = (nonBlank(call.id) ?? nonBlank(call.observation_id))?.trim();
  if (id === undefined) return invalidParams('id must not be blank');
  const scope = await changeScope(context, call);
  if (scope.kind === 'error') return scope;
  const found = await findEverywhere(scope, context, async (area) => {
    const value = await find(area, id);
    return value && { area, value };
  });
  if (found === undefined) return noSuchId(id);
  const elsewhere = unexpected(call.expected_project, found.area);
  if (elsewhere !== undefined) return elsewhere;
  // Of all projects the one that holds it is meant now.
  const here = found.area.kind === 'project' ? found.area.name : undefined;
  const header: ProjectHeader =
    here === undefined || here === scope.header.project
      ? scope.header
      : { project: here, project_source: 'known_project' };
  return { kind: 'found', ...found, header };
}

function unexpected(expected: string | undefined, area: Area): Failed | undefined {
  const wanted = nonBlank(expected);
  if (wanted === undefined) return undefined;
  const normal = normaliseProjectName(wanted);
  if (normal.kind === 'error') return failed('invalid_project', normal.message);
  if (area.kind === 'project' && area.name === normal.name) return undefined;
  const where = area.kind === 'project' ? `belongs to the project ${area.name}` : 'is a fact about the user';
  return failed('project_mismatch', `This memory ${where}, not to ${normal.name}. Nothing was changed.`);
}
