import type * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryUri } from '../memoryUri';
import { draftScheme } from './draftScheme';

/**
 * Where the text of a memory is edited: `project-memory-draft:/<area>/<id>/<label>.md`, with the ids of those whose place
 * it is to take behind its own, each after a `+`. It names all that is needed to open it again after a restart.
 */
export function draftUri(memory: MemoryRecord, over: readonly MemoryRecord[]): vscode.Uri {
  const uri = memoryUri(memory);
  const [, area = '', id = '', ...name] = uri.path.split('/');
  const ids = [id, ...over.map((other) => other.id)].join('+');
  return uri.with({ scheme: draftScheme, path: ['', area, ids, ...name].join('/') });
}

/** The area (`user` or a project's id) and the ids of a draft's memories: the one that gets the text first. */
export function parseDraftUri(
  uri: vscode.Uri,
): { readonly area: string; readonly ids: readonly string[] } | undefined {
  const [, area = '', ids = ''] = uri.path.split('/');
  return area === '' || ids === '' ? undefined : { area, ids: ids.split('+') };
}
