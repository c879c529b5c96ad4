import * as vscode from 'vscode';
import type { Area } from '../memory/types';

export const memoryScheme = 'project-memory';

/**
 * Where a memory opens as a document: `project-memory:/<area>/<id>/<label>.md`. The id decides; the label is
 * what the tab shows.
 */
export function memoryUri(memory: {
  readonly id: string;
  readonly area: Area;
  readonly label: string;
}): vscode.Uri {
  const area = memory.area.kind === 'user' ? 'user' : memory.area.id;
  return vscode.Uri.from({
    scheme: memoryScheme,
    path: `/${area}/${memory.id}/${fileName(memory.label)}.md`,
  });
}

/** The same memory as it is held against another: see `comparedText`. */
export function comparisonUri(memory: Parameters<typeof memoryUri>[0]): vscode.Uri {
  return memoryUri(memory).with({ query: COMPARED });
}

export function isComparison(uri: vscode.Uri): boolean {
  return uri.query === COMPARED;
}

const COMPARED = 'compared';

/** The text alone of one version of a memory, to be held against another. `revision`: its number, from 1 */
export function versionUri(memory: Parameters<typeof memoryUri>[0], revision: number): vscode.Uri {
  return memoryUri(memory).with({ query: `${REVISION}${revision}` });
}

/** The version that such an address names. */
export function revisionOf(uri: vscode.Uri): number | undefined {
  const digits = uri.query.startsWith(REVISION) ? uri.query.slice(REVISION.length) : '';
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

const REVISION = 'revision=';

/** Area (`user` or a project's id) and memory id of such an address. */
export function parseMemoryUri(uri: vscode.Uri): { readonly area: string; readonly id: string } | undefined {
  const [, area, id] = uri.path.split('/');
  return area === undefined || id === undefined || area === '' || id === '' ? undefined : { area, id };
}

/** No separator, control character or leading dot, and short enough for a tab. */
function fileName(label: string): string {
  const name = [
    ...label
      .replace(/[\p{Cc}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, 60)
    .join('')
    .replace(/^\.+/, '')
    .trim();
  return name === '' ? 'memory' : name;
}
