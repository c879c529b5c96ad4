import type { PersonQuestion } from '../tools/tool';
import { ELICITATION_TIMEOUT_MS, type ElicitationClient } from './elicitation';

/** A question in words of this surface; the first answer is the one that does nothing. */
interface Form {
  readonly message: string;
  readonly title: string;
  readonly no: string;
  readonly yes: string;
}

/**
 * Asks the person at the client. Whatever is no clear yes is a no: another answer, none in time, a client that fails.
 */
export async function elicitConsent(
  client: ElicitationClient,
  question: PersonQuestion,
  signal: AbortSignal,
  log: (message: string) => void,
): Promise<boolean> {
  const { message, title, no, yes } = formOf(question);
  try {
    const { action, content } = await client.elicit(
      {
        message,
        requestedSchema: {
          type: 'object',
          properties: { answer: { type: 'string', title, enum: [no, yes] } },
          required: ['answer'],
        },
      },
      { timeoutMs: ELICITATION_TIMEOUT_MS, signal },
    );
    return action === 'accept' && content?.['answer'] === yes;
  } catch (error) {
    // Messages of the SDK may quote what the client sent.
    if (!signal.aborted)
      log(`The person could not be asked (${error instanceof Error ? error.name : 'no reason'}).`);
    return false;
  }
}

function formOf(question: PersonQuestion): Form {
  switch (question.kind) {
    case 'purge': {
      const { labels, total } = question;
      const names = labels.map((label) => `"${label.replace(/\s+/gu, ' ')}"`).join(', ');
      const more = total > labels.length ? ` and ${total - labels.length} more` : '';
      return {
        message: `Delete for good from this machine: ${names}${more}? This cannot be undone.`,
        title: 'Delete?',
        no: 'Keep',
        yes: 'Delete for good',
      };
    }
    case 'poisoned':
      return {
        message: `An agent wants to save a text that could mislead an agent that reads it later: ${question.seen}. Save it?`,
        title: 'Save?',
        no: 'Do not save',
        yes: 'Save anyway',
      };
  }
}
