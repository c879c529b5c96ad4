import { foldType, observationTypes, topicKey } from '../memory/observations';
import { codePoints } from './parameters';
import { invalidParams, type Failed } from './toolFailure';

/** Characters of the text of an observation or a statement. */
export const CONTENT_LENGTH = 100_000;
const TITLE_LENGTH = 300;
const TOPIC_KEY_LENGTH = 256;
const scopes = ['project', 'personal', 'global'] as const;

export const typeNames = observationTypes.join(', ');

/** A field of an observation as it is kept, and what its saver should know of that. */
interface Folded {
  readonly value: string;
  readonly hint?: string;
}

export function checkedTitle(text: string): string | Failed {
  const title = text.trim();
  if (title === '') return invalidParams('title must not be blank');
  if (/[\r\n\u2028\u2029]/u.test(title))
    return invalidParams('title must be one line; put the rest into content');
  if (codePoints(title) <= TITLE_LENGTH) return title;
  return invalidParams(`title has ${codePoints(title)} characters; at most ${TITLE_LENGTH} are allowed`);
}

/** `name`: of the parameter. */
export function checkedContent(content: string | undefined, name = 'content'): string | Failed {
  if (content === undefined) return invalidParams(`${name} must not be blank`);
  if (codePoints(content) <= CONTENT_LENGTH) return content;
  return invalidParams(
    `${name} has ${codePoints(content)} characters; at most 100,000 are allowed. Nothing was saved: save it in parts.`,
  );
}

/** In its normal form. */
export function checkedTopicKey(text: string): string | Failed {
  const key = topicKey(text);
  if (key === '') return invalidParams('topic_key holds no letter or digit; e.g. architecture/auth-model');
  if (codePoints(key) <= TOPIC_KEY_LENGTH) return key;
  return invalidParams(
    `topic_key has ${codePoints(key)} characters; at most ${TOPIC_KEY_LENGTH} are allowed`,
  );
}

export function foldedType(word: string): Folded {
  const { type, known } = foldType(word);
  if (known) return { value: type };
  return {
    value: type,
    hint: `The type was kept as it is, but filtering by type finds only: ${typeNames}.`,
  };
}

export function foldedScope(word: string | undefined): Folded {
  const given = word?.trim().toLowerCase();
  const scope = scopes.find((name) => name === given);
  if (given === undefined || scope !== undefined) return { value: scope ?? 'project' };
  return {
    value: 'project',
    hint: 'The scope is not one of project, personal, global: the memory was saved with scope project.',
  };
}
