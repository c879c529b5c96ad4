import type { Hmac } from '../guard/types';
import { keepRequest, requestState, type Repeated, type Request } from '../memory/requests';
import type { Transaction } from '../store/types';
import { projectParameters } from './parameters';
import type { CallContext } from './tool';
import { failed, invalidParams, type Failed } from './toolFailure';

/** The workspace that keys of calls without one count in. */
export const DEFAULT_WORKSPACE = 'default';

const KEY = /^[\x20-\x7e]{1,256}$/u;

/**
 * What the key of a call and its input are known by; undefined without a key. Neither can be told from it: the key may
 * be a secret of the client, and the input is without secrets already. Which project is meant is no part of the input,
 * since the key counts within one: a call that was asked for its project is repeated with the answer.
 */
export function requestOf(
  tool: string,
  given: unknown,
  input: Readonly<Record<string, unknown>>,
  hmac: Hmac,
): Request | Failed | undefined {
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !KEY.test(given)) return invalidParams('invalid X-Idempotency-Key');
  const content = Object.entries(input)
    .filter(([name]) => !Object.hasOwn(projectParameters, name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    keyMac: hmac(`idempotency key\0${given}`),
    inputMac: hmac(`idempotent input\0${JSON.stringify([tool, content])}`),
  };
}

/** What a save inside its write came to, and whether a memory stands for it. */
export interface FirstSave<T> {
  readonly value: T;
  /** Absent when nothing was saved: the key is free still. */
  readonly saved?: Repeated;
}

export type Once<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'conflict' };

/**
 * Saves, or repeats what the first call with this key came to. Called inside the write that saves: of two processes that
 * get one key at once, the one whose frame is later finds the other's.
 */
export function saveOnce<T>(
  tx: Transaction,
  { request, host }: CallContext,
  place: { readonly tool: string; readonly workspace: string },
  { save, repeat }: { readonly save: () => FirstSave<T>; readonly repeat: (first: Repeated) => T },
): Once<T> {
  const date = host.now();
  const state = requestState(tx, place.workspace, request, date);
  switch (state.kind) {
    case 'conflict':
      return state;
    case 'repeated':
      return { kind: 'done', value: repeat(state.first) };
    case 'new': {
      const { value, saved } = save();
      if (request !== undefined && saved !== undefined) keepRequest(tx, place, request, saved, date);
      return { kind: 'done', value };
    }
  }
}

export function requestConflict(): Failed {
  return failed('idempotency_conflict', '409 Conflict: idempotency key was used with different input');
}
