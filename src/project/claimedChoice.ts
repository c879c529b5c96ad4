import type { Catalog } from './catalog';
import {
  ambiguousProject,
  invalidProjectChoice,
  invalidRecoveryToken,
  recoveryTokenRequired,
} from './failures';
import type { RecoveryTokens } from './recoveryTokens';
import { CHOICE_REASON, type ProjectFailure, type WriteRequest } from './resolution';
import type { Open, Settled } from './standing';
import type { ProjectChoice } from './types';

/** `unfounded`: the call gives a reason of its own, which no choice of the person is. */
export type Claim = { readonly kind: 'choice'; readonly token?: string } | { readonly kind: 'unfounded' };

/** What the call says of a choice that the person made outside. A blank field is an absent one. */
export function claimOf({ choiceReason = '', recoveryToken = '' }: WriteRequest): Claim | undefined {
  const reason = choiceReason.trim();
  const token = recoveryToken.trim();
  if (reason === '') return undefined;
  if (reason !== CHOICE_REASON) return { kind: 'unfounded' };
  return token === '' ? { kind: 'choice' } : { kind: 'choice', token };
}

/**
 * The choice that a call brings to an open place. `name` is normalised. What is offered is looked at before
 * the token, so that a wrong name is told as such.
 */
export async function claimedChoice(
  name: string | undefined,
  token: string | undefined,
  open: Open,
  folders: readonly string[],
  { catalog, tokens }: { readonly catalog: Catalog; readonly tokens: RecoveryTokens },
): Promise<Extract<ProjectChoice, { kind: 'candidate' | 'known' }> | ProjectFailure> {
  const known = name === undefined ? undefined : await catalog.byName(name);
  const option = open.options.find(
    ({ candidate, record }) => candidate.name === name || (known !== undefined && record?.id === known.id),
  );
  const chosen = option?.candidate ?? known;
  if (chosen === undefined) return invalidProjectChoice(name, open, await catalog.list());
  if (token === undefined) return recoveryTokenRequired();
  const fault = tokens.use(token, { folders, options: open.options }, chosen.name);
  if (fault !== undefined) return invalidRecoveryToken(fault);
  return 'source' in chosen ? { kind: 'candidate', candidate: chosen } : { kind: 'known', project: chosen };
}

/**
 * A claim where the place is settled counts only as the repetition of the choice that settled it: the same
 * answer again, and a refusal when the token that chose one project comes with another.
 */
export async function repeatedChoice(
  name: string | undefined,
  token: string,
  settled: Settled,
  folders: readonly string[],
  { catalog, tokens }: { readonly catalog: Catalog; readonly tokens: RecoveryTokens },
): Promise<Settled | ProjectFailure> {
  const chosen = tokens.chosenWith(token, { folders, options: settled.options });
  if (chosen === undefined || name === undefined) return settled;
  if (((await catalog.byName(name))?.name ?? name) !== chosen) return invalidRecoveryToken('spent');
  const repeats = settled.name === chosen && settled.source === 'remembered_choice';
  return repeats ? { ...settled, source: CHOICE_REASON } : settled;
}

/** The error of a place that stays open, with a new token. */
export async function openFailure(
  open: Open,
  folders: readonly string[],
  { catalog, tokens }: { readonly catalog: Catalog; readonly tokens: RecoveryTokens },
): Promise<ProjectFailure> {
  const token = tokens.issue({ folders, options: open.options });
  return ambiguousProject(open, await catalog.list(), token);
}
