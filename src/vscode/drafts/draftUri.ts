import type * as vscode from 'vscode';
import type { MemoryRecord } from '../../memory/types';
import { memoryUri } from '../memoryUri';
import { draftScheme } from './draftScheme';

/**
 * Where the text of a memory is edited: `project-memory-draft:/<label>.md?<area>/<id>`, with the ids of those whose place
 * it is to take behind its own, each after a `+`. It names all that is needed to open it again after a restart; the path is
 * what the editor shows above the text.
 */
export function draftUri(memory: MemoryRecord, over: readonly MemoryRecord[]): vscode.Uri {
  const uri = memoryUri(memory);
  const [, area = '', id = '', name = ''] = uri.path.split('/');
  const ids = [id, ...over.map((other) => other.id)].join('+');
  return uri.with({ scheme: draftScheme, path: `/${name}`, query: `${area}/${ids}` });
}

/** The area (`user` or a project's id) and the ids of a draft's memories: the one that gets the text first. */
export function parseDraftUri({
  query,
}: vscode.Uri): { readonly area: string; readonly ids: readonly string[] } | undefined {
  const [area = '', ids = ''] = query.split('/');
  return area === '' || ids === '' ? undefined : { area, ids: ids.split('+') };
}
