import type { AskProject, Candidate, ProjectChoice } from '../project/types';
import type { ProjectRecord } from '../project/catalog';

/** A form of the client's own, as MCP's `elicitation/create` describes it. */
export interface ElicitationForm {
  readonly message: string;
  readonly requestedSchema: {
    readonly type: 'object';
    readonly properties: Readonly<
      Record<
        string,
        | { readonly type: 'string'; readonly title: string; readonly enum: string[] }
        | { readonly type: 'string'; readonly title: string; readonly description: string }
      >
    >;
    readonly required: string[];
  };
}

export interface ElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, unknown>> | undefined;
}

/** What the person is asked through: the connected client, or a test's. */
export interface ElicitationClient {
  /** Whether the client said in `initialize` that it shows forms. */
  supportsElicitation(): boolean;
  /** Rejects when the client fails, the signal fires, or no answer comes in time. */
  elicit(
    form: ElicitationForm,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<ElicitationAnswer>;
}

/** A tool call waits this long for the person; clients give a call up after 60 s. */
export const ELICITATION_TIMEOUT_MS = 45_000;

// Names of projects are lower-case: neither of these can be one.
const NEW_PROJECT = 'New project...';
const NOT_HERE = 'No project memory here';

/** Other projects that are offered beside those that were found here, newest use first. */
const KNOWN_OFFERED = 50;

/** Asks the person which project is meant. Whatever is no answer is a dismissal: nothing is written then. */
export function elicitProject(
  client: ElicitationClient,
  log: (message: string) => void,
  timeoutMs = ELICITATION_TIMEOUT_MS,
): AskProject {
  return async (question, signal) => {
    if (!client.supportsElicitation()) return { kind: 'dismissed' };
    try {
      const options = signal === undefined ? { timeoutMs } : { timeoutMs, signal };
      return choiceOf(await client.elicit(formOf(question), options), question);
    } catch (error) {
      // The call that asked was cancelled, by whom it is known.
      if (signal?.aborted !== true) log(`The person could not be asked for the project (${nameOf(error)}).`);
      return { kind: 'dismissed' };
    }
  };
}

type Question = Parameters<AskProject>[0];

function formOf({ candidates, known }: Question): ElicitationForm {
  const others = othersOf({ candidates, known });
  return {
    message: [
      'Which project does this memory belong to? The choice is kept for these folders.',
      ...candidates.map(described),
    ].join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        project: {
          type: 'string',
          title: 'Project',
          enum: [
            ...candidates.map(({ name }) => name),
            ...others.map(({ name }) => name),
            NEW_PROJECT,
            NOT_HERE,
          ],
        },
        new_project: {
          type: 'string',
          title: 'Name of the new project',
          description: `Only with "${NEW_PROJECT}".`,
        },
      },
      required: ['project'],
    },
  };
}

function othersOf({ candidates, known }: Question): readonly ProjectRecord[] {
  return known
    .filter(({ id }) => !candidates.some((candidate) => candidate.id === id))
    .slice(0, KNOWN_OFFERED);
}

function described({ name, path, remote, source }: Candidate): string {
  const why = source === 'config' ? 'named by a file in the folder' : undefined;
  return `${name}: ${[path, remote, why].filter((part) => part !== undefined && part !== '').join(' · ')}`;
}

function choiceOf({ action, content }: ElicitationAnswer, question: Question): ProjectChoice {
  if (action !== 'accept') return { kind: 'dismissed' };
  const chosen = content?.['project'];
  if (chosen === NOT_HERE) return { kind: 'disabled' };
  if (chosen === NEW_PROJECT) {
    const name = content?.['new_project'];
    return typeof name === 'string' && name.trim() !== '' ? { kind: 'new', name } : { kind: 'dismissed' };
  }
  const candidate = question.candidates.find(({ name }) => name === chosen);
  if (candidate !== undefined) return { kind: 'candidate', candidate };
  const project = othersOf(question).find(({ name }) => name === chosen);
  return project === undefined ? { kind: 'dismissed' } : { kind: 'known', project };
}

/** Messages of the SDK may quote what the client sent. */
function nameOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return [
    error instanceof Error ? error.name : typeof error,
    ...(typeof code === 'number' ? [code] : []),
  ].join(' ');
}
