import { cleanText } from '../guard/cleanText';
import { rewriteByPerson, type Deciding } from '../memory/personDecisions';
import type { MemoryRecord } from '../memory/types';
import { VALUE_LENGTH } from './memoryActions';
import { CONTENT_LENGTH } from './observationFields';
import { codePoints } from './parameters';
import { refusePoisoned } from './poisoning';
import { storeFailure } from './runTool';
import { refuseSecrets } from './secretSaves';
import type { ToolContext } from './tool';
import type { Failed } from './toolFailure';

export interface TextOfPerson {
  /** As the person saw it. */
  readonly memory: MemoryRecord;
  /** Others whose place it takes, of its area, as they were seen. */
  readonly over: readonly MemoryRecord[];
  readonly content: string;
}

export type TextRewritten =
  | {
      readonly kind: 'written';
      readonly outcome: Deciding;
      /** Rules of the guard that took something out of the text. */
      readonly redacted: readonly string[];
    }
  /** Nothing was changed, as with a failure. */
  | { readonly kind: 'blank' }
  | { readonly kind: 'too_long'; readonly characters: number; readonly most: number }
  | Failed;

/**
 * Gives a memory of any kind a text that the person wrote, past the same guard as the text of a tool call: private spans
 * and secrets are taken out, and text that gives orders is asked about.
 */
export async function rewriteText(text: TextOfPerson, context: ToolContext): Promise<TextRewritten> {
  const { host } = context;
  try {
    const { value, rules } = (await host.guard()).redact(text.content);
    const refused =
      refuseSecrets(host.settings, rules) ?? (await refusePoisoned(context, { content: value }));
    if (refused !== undefined) return refused;
    const content = cleanText(value);
    if (content.trim() === '') return { kind: 'blank' };
    const most = text.memory.kind === 'fact' ? VALUE_LENGTH : CONTENT_LENGTH;
    const characters = codePoints(content);
    if (characters > most) return { kind: 'too_long', characters, most };
    const { memory, over } = text;
    const outcome = await rewriteByPerson(host, memory.area, { memory, over, content }, context.savedBy);
    return { kind: 'written', outcome, redacted: rules };
  } catch (error) {
    const failure = storeFailure(error);
    if (failure !== undefined) return failure;
    throw error;
  }
}
