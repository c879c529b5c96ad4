import { promptByUuid, promptOf, type Prompt } from '../memory/prompts';
import type { Area } from '../memory/types';
import type { CallContext, ToolContext } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';
import { preview } from './views';

const LABEL_BYTES = 120;

export function promptIn(area: Area, id: string, { host }: ToolContext): Promise<Prompt | undefined> {
  return host.use(area, (opened) =>
    opened.read((db) => {
      const row = promptByUuid(db, id);
      return row && promptOf(row);
    }),
  );
}

/**
 * Deletes a prompt for good, once the person agrees. It is in no search that it could leave, so there is no other way
 * to delete one; memories that answer it stay. `parameter`: what asks for it, and whether the call does.
 */
export async function deletePrompt(
  { area, prompt }: { readonly area: Area; readonly prompt: Prompt },
  parameter: { readonly name: 'purge' | 'hard_delete'; readonly given: boolean },
  context: CallContext,
): Promise<Failed | undefined> {
  if (!parameter.given) {
    return invalidParams(
      `the id ${prompt.id} is that of a prompt, which is in no search and can only be deleted for good: pass ${parameter.name}: true, and the person is asked. Nothing was changed.`,
    );
  }
  const labels = [preview(prompt.content, LABEL_BYTES)];
  if ((await context.confirm?.({ kind: 'purge', labels, total: 1 })) !== true) {
    return failed(
      'declined',
      'Deleting a prompt for good needs the person, who can do it with the command Project Memory: Delete Prompts for Good. Nothing was changed.',
    );
  }
  await context.host.purge(area, [prompt.id], context.savedBy);
  return undefined;
}
