import type { StoreSettings } from '../memory/storeSettings';
import { rejectedByGuard, type Failed } from './toolFailure';

/** What a person marks as private is taken out by intent; it is no secret that slipped in. */
const BY_INTENT = 'private';

/** Refuses a save in which secrets were seen, where the person set it so. `rules`: those that struck. */
export function refuseSecrets({ guard }: StoreSettings, rules: readonly string[]): Failed | undefined {
  const seen = rules.filter((rule) => rule !== BY_INTENT);
  if (guard.secrets === 'redact' || seen.length === 0) return undefined;
  return rejectedByGuard(
    `a secret was seen (${seen.join(', ')}). Nothing was stored: record where the secret lives, not what it is.`,
  );
}
