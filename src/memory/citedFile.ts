import { isAbsolutePath, isInside, isUri, isWindowsPath, joinPath } from '../project/filePath';
import type { ProjectFolder } from '../project/types';
import type { LineRange } from './citedLines';

/** A place in a file, as a `source_id` names it. */
export interface CitedFile {
  /** With forward slashes, from the project's root or a folder of it, or absolute. */
  readonly path: string;
  readonly lines?: LineRange;
}

/** `#L10`, `#L10-L20`, `#L10-20`, with columns `#L10C5-L20C8`; `:10`, `:10-20`, and `:10:5` as compilers write it. */
const LINES = /(?:#L(\d{1,9})(?:C\d+)?(?:-L?(\d{1,9})(?:C\d+)?)?|:(\d{1,9})(?:-(\d{1,9})|:\d+)?)$/;
/** `deploy.md#staging` names a part of a document in words. */
const HEADING = /(?<=.)#[^#/.]*$/;
/** What Windows takes for a device or a stream of a file, in any folder. */
const WINDOWS_DEVICE = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.[^/]*)?(?:\/|$)|:/i;

/** Undefined for what names no file: an address, a name that no disk can hold, nothing. */
export function parseCitedFile(sourceId: string): CitedFile | undefined {
  const text = sourceId.trim();
  if (text === '' || text.includes('\0') || isUri(text)) return undefined;
  const found = LINES.exec(text);
  const rest = found === null ? text.replace(HEADING, '') : text.slice(0, found.index);
  const path = isWindowsPath(rest) ? rest : rest.replaceAll('\\', '/');
  if (path === '' || path.endsWith('/')) return undefined;
  const first = Number(found?.[1] ?? found?.[3] ?? 0);
  if (first === 0) return { path };
  const second = Number(found?.[2] ?? found?.[4] ?? first);
  return { path, lines: { first: Math.min(first, second) || 1, last: Math.max(first, second) } };
}

/** A place on the disk where a cited file may lie. */
export interface FilePlace {
  readonly path: string;
  /** Real: where the file itself has to lie. */
  readonly within: string;
}

/**
 * Every place where the file may lie, once each, by names alone: nothing is asked of the disk here, so that a path out
 * of the project (`..`, another drive, a share of the network) is never even looked at. Symlinks are the reader's matter.
 */
export function placesOfFile({ path }: CitedFile, folders: readonly ProjectFolder[]): readonly FilePlace[] {
  const places = new Map<string, FilePlace>();
  for (const { base, within } of folders) {
    const full = isAbsolutePath(path) ? path : joinPath(base, path);
    if (!isInside(full, within)) continue;
    if (isWindowsPath(full) && WINDOWS_DEVICE.test(full.replaceAll('\\', '/').replace(/^[a-z]:/i, '')))
      continue;
    places.set(full, { path: full, within });
  }
  return [...places.values()];
}
