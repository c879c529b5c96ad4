import * as z from 'zod';
import type { Area, MemoryRecord } from '../memory/types';
import { normaliseProjectName } from '../project/projectName';
import { findEverywhere, noSuchId } from './lookup';
import { nonBlank } from './parameters';
import { changeScope, type ProjectCall, type ProjectHeader } from './projectScope';
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

/** The memory that a call means; not a forgotten one, unless it is asked for. An id is certain wherever it is. */
export async function oneMemory(
  call: MemoryCall,
  context: CallContext,
  forgotten: 'refused' | 'allowed' = 'refused',
): Promise<OneMemory | Failed> {
  const id = (nonBlank(call.id) ?? nonBlank(call.observation_id))?.trim();
  if (id === undefined) return invalidParams('id must not be blank');
  const scope = await changeScope(context, call);
  if (scope.kind === 'error') return scope;
  const found = await findEverywhere(scope, context, async (area) => {
    const record = await context.host.get(area, id);
    return record && { area, record };
  });
  if (found === undefined) return noSuchId(id);
  if (found.record.deletedAt !== undefined && forgotten === 'refused') {
    return failed(
      'memory_deleted',
      `The memory ${id} is forgotten. The person can restore it; nothing was changed.`,
    );
  }
  const elsewhere = unexpected(call.expected_project, found.area);
  if (elsewhere !== undefined) return elsewhere;
  // Of all projects the one that holds the memory is meant now.
  const here = found.area.kind === 'project' ? found.area.name : undefined;
  const header: ProjectHeader =
    here === undefined || here === scope.header.project
      ? scope.header
      : { project: here, project_source: 'known_project' };
  return { kind: 'memory', ...found, header };
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
