import type { Reader } from '../store/types';
import { rowByLocator } from './catalogLookup';
import { joinPath, pathKey } from './filePath';
import type { ChangeRefusal } from './projectChange';
import type { DetectedProject, Locator } from './types';

/** A folder of a project that can become a project of its own. */
export interface Part {
  readonly kind: 'part';
  readonly locators: readonly Locator[];
  /** What stays shares a locator with the folder, so that these alone do not decide. */
  readonly shared: boolean;
}

/**
 * What detection says of a folder, seen as the innermost part of it that was split off; as it is when none was.
 * All clones and worktrees have the part at the same way down from their root.
 */
export function narrowed(db: Reader, detected: DetectedProject): DetectedProject {
  const steps = detected.within?.split('/') ?? [];
  for (let depth = steps.length; depth > 0; depth--) {
    const below = steps.slice(0, depth).join('/');
    const locators = locatorsBelow(detected, below);
    if (!locators.some((locator) => locator.kind === 'part' && rowByLocator(db, locator) !== undefined))
      continue;
    return { ...detected, path: joinPath(detected.path, below), locators, alternativeNames: [] };
  }
  return detected;
}

/** Where the folder lies that `detected` was found at, as locators of its own; refused when nothing would stay. */
export function partOf(db: Reader, detected: DetectedProject, project: number): Part | ChangeRefusal {
  if (detected.within !== undefined)
    return { kind: 'part', locators: locatorsBelow(detected, detected.within), shared: false };
  const own = detected.locators.filter(({ kind }) => kind === 'root' || kind === 'common_dir');
  const stays = db
    .query<Locator>("SELECT kind, value FROM locator WHERE project = ? AND kind IN ('root', 'common_dir')", [
      project,
    ])
    .filter(({ kind, value }) => !own.some((locator) => locator.kind === kind && locator.value === value));
  if (own.length === 0 || stays.length === 0) {
    return {
      kind: 'refused',
      reason: 'invalid_project',
      message:
        'This folder is the whole project: rename the project instead, or split off a folder inside it.',
    };
  }
  return { kind: 'part', locators: own, shared: own.length < detected.locators.length };
}

/**
 * The locators of a place with the way down added, as a name declared in that folder would have them; and each once
 * more as that of a part, since only what a person split off is recognised without such a name.
 */
function locatorsBelow({ locators, path }: DetectedProject, below: string): Locator[] {
  const places = locators.flatMap(({ kind, value }): Locator[] => {
    if (kind === 'name' || kind === 'part') return [];
    if (kind === 'root') return [{ kind, value: pathKey(joinPath(path, below)) }];
    return [{ kind, value: value.includes('#') ? `${value}/${below}` : `${value}#${below}` }];
  });
  return [...places, ...places.map(({ value }) => ({ kind: 'part', value }) as const)];
}
