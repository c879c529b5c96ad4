import type { PersonQuestion } from '../tools/tool';
import { ELICITATION_TIMEOUT_MS, type ElicitationClient } from './elicitation';

const YES = 'Delete for good';
const NO = 'Keep';

/**
 * Asks the person at the client whether memories are to be removed for good. Whatever is no clear yes is a no: another
 * answer, none in time, a client that fails.
 */
export async function elicitConsent(
  client: ElicitationClient,
  question: PersonQuestion,
  signal: AbortSignal,
  log: (message: string) => void,
): Promise<boolean> {
  if (question.kind !== 'purge') return false;
  const { labels, total } = question;
  const names = labels.map((label) => `"${label.replace(/\s+/gu, ' ')}"`).join(', ');
  const more = total > labels.length ? ` and ${total - labels.length} more` : '';
  try {
    const { action, content } = await client.elicit(
      {
        message: `Delete for good from this machine: ${names}${more}? This cannot be undone.`,
        requestedSchema: {
          type: 'object',
          properties: { answer: { type: 'string', title: 'Delete?', enum: [NO, YES] } },
          required: ['answer'],
        },
      },
      { timeoutMs: ELICITATION_TIMEOUT_MS, signal },
    );
    return action === 'accept' && content?.['answer'] === YES;
  } catch (error) {
    // Messages of the SDK may quote what the client sent.
    if (!signal.aborted)
      log(`The person could not be asked (${error instanceof Error ? error.name : 'no reason'}).`);
    return false;
  }
}
