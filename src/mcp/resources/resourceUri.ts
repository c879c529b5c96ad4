import type { Area } from '../../memory/types';

/** Stands in an address for the memories about the user, which belong to no project. */
const USER = 'user';
const CONTEXT = 'context';

/** What an address names. `place` is a project's name or id; undefined: the user. */
export type ResourceAddress =
  | { readonly kind: 'context'; readonly place: string | undefined }
  | { readonly kind: 'memory'; readonly place: string | undefined; readonly id: string };

export const contextTemplate = `memory://{project}/${CONTEXT}`;
export const memoryTemplate = 'memory://{project}/{id}';

/**
 * Names that every client carries unchanged. VS Code decodes the authority of an address and hands it to the WHATWG
 * parser, which refuses some characters in a host and ends it at others.
 */
const CARRIED = /^[\p{L}\p{M}\p{N}._~/-]+$/u;

/** How an address names a place: by the project's name, else by its id. */
export function placeName(area: Area): string {
  if (area.kind === 'user') return USER;
  return CARRIED.test(area.name) && area.name !== USER ? area.name : area.id;
}

export function contextUri(area: Area): string {
  return `memory://${encodeURIComponent(placeName(area))}/${CONTEXT}`;
}

export function memoryUri(area: Area, id: string): string {
  return `memory://${encodeURIComponent(placeName(area))}/${id}`;
}

/**
 * Undefined for what is no address of this server. The place is all up to the last slash: clients that decode
 * `team%2Fapp` send its slash as it is.
 */
export function parseResourceUri(uri: string): ResourceAddress | undefined {
  const [, authority = '', last = ''] = /^memory:\/\/([^?#]+)\/([^/?#]+)$/iu.exec(uri) ?? [];
  const name = decoded(authority);
  const id = decoded(last);
  if (name === undefined || id === undefined) return undefined;
  const place = name === USER ? undefined : name;
  return id === CONTEXT ? { kind: 'context', place } : { kind: 'memory', place, id };
}

/** Undefined when it is blank, or broken. */
function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return plain.trim() === '' ? undefined : plain;
  } catch {
    return undefined;
  }
}
