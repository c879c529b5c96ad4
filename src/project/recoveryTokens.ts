import { randomBytes } from 'node:crypto';
import type { ProjectOption } from './candidates';
import { pathKey } from './filePath';

/** Minutes for which a token is accepted. */
export const TOKEN_MINUTES = 5;

const LIFETIME_MS = TOKEN_MINUTES * 60 * 1000;

/** What a token stands for: these folders, and what could have been meant in them. */
export interface TokenPlace {
  /** Real paths, in any order. */
  readonly folders: readonly string[];
  readonly options: readonly ProjectOption[];
}

/** `elsewhere`: the folders or the candidates are others now; `spent`: it chose another project before. */
export type TokenFault = 'unknown' | 'expired' | 'elsewhere' | 'spent';

interface IssuedToken {
  readonly place: string;
  /** Milliseconds. */
  readonly expiresAt: number;
  /** Name of the project that was chosen with it. */
  chosen?: string;
}

/**
 * Tokens that tell a retry from a guess: who repeats a call with one has seen the candidates of that place.
 * Kept in this process alone.
 */
export class RecoveryTokens {
  readonly #now: () => Date;
  readonly #issued = new Map<string, IssuedToken>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** `rec-` and 16 hexadecimal digits. */
  issue(place: TokenPlace): string {
    const now = this.#now().getTime();
    for (const [token, { expiresAt }] of this.#issued) {
      // One that is over for long is as good as unknown.
      if (expiresAt + LIFETIME_MS < now) this.#issued.delete(token);
    }
    const token = `rec-${randomBytes(8).toString('hex')}`;
    this.#issued.set(token, { place: placeKey(place), expiresAt: now + LIFETIME_MS });
    return token;
  }

  /** Chooses `project` (its name) with the token, which stands for no other from then on. */
  use(token: string, place: TokenPlace, project: string): TokenFault | undefined {
    const issued = this.#issued.get(token);
    if (issued === undefined) return 'unknown';
    const fault = this.#fault(issued, place);
    if (fault !== undefined) return fault;
    if (issued.chosen !== undefined && issued.chosen !== project) return 'spent';
    issued.chosen = project;
    return undefined;
  }

  /** The project that was chosen with the token, while it is accepted here. */
  chosenWith(token: string, place: TokenPlace): string | undefined {
    const issued = this.#issued.get(token);
    return issued === undefined || this.#fault(issued, place) !== undefined ? undefined : issued.chosen;
  }

  #fault({ expiresAt, place }: IssuedToken, here: TokenPlace): TokenFault | undefined {
    if (expiresAt <= this.#now().getTime()) return 'expired';
    return place === placeKey(here) ? undefined : 'elsewhere';
  }
}

/** Equal for the same folders with the same candidates. By names and paths: a candidate that gets its first memory meanwhile is the same one. */
export function placeKey({ folders, options }: TokenPlace): string {
  const candidates = options.map(({ candidate: { name, path } }) => JSON.stringify([name, pathKey(path)]));
  return JSON.stringify([[...new Set(folders.map(pathKey))].sort(), candidates.sort()]);
}
