import { posix, win32 } from 'node:path';

/** `C:\x`, `C:/x`, `\\server\share` and `\\?\C:\x` are Windows paths on every platform; all else is POSIX. */
export function isWindowsPath(path: string): boolean {
  return /^[A-Za-z]:([\\/]|$)/.test(path) || path.startsWith('\\\\');
}

/** `vscode-vfs://github/o/r`, `memfs:/app` and the like. A single letter before the colon is a drive. */
export function isUri(path: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]+:\//.test(path);
}

export function isAbsolutePath(path: string): boolean {
  return isWindowsPath(path) || path.startsWith('/');
}

export function joinPath(folder: string, ...parts: string[]): string {
  return rulesOf(folder).join(folder, ...parts);
}

/** Resolves `path`, which may be relative, against the absolute `folder`. */
export function resolvePath(folder: string, path: string): string {
  if (isAbsolutePath(path)) return rulesOf(path).normalize(path);
  return rulesOf(folder).join(folder, path);
}

export function parentOf(path: string): string {
  return rulesOf(path).dirname(path);
}

export function baseNameOf(path: string): string {
  return rulesOf(path).basename(path);
}

/**
 * Equal for spellings of one place: forward slashes, no trailing slash, `\\?\` and `\\wsl$\` in their plain
 * form. Windows paths are lower-cased, because NTFS compares without case; the rest keeps the case that
 * {@link FilePort.realPath} found on disk. Give it real paths: symlinks are not resolved here.
 */
export function pathKey(path: string): string {
  if (!isWindowsPath(path)) return trimSlash(posix.normalize(path));
  const plain = path
    .replaceAll('/', '\\')
    .replace(/^\\\\[?.]\\UNC\\/i, '\\\\')
    .replace(/^\\\\[?.]\\/, '');
  // Node reads a bare `C:` as the current folder of that drive; here it is the drive.
  const slashed = trimSlash(win32.normalize(plain.replace(/^([A-Za-z]:)$/, '$1\\')).replaceAll('\\', '/'));
  const wsl = /^\/\/(?:wsl\$|wsl\.localhost)\/([^/]+)(.*)$/i.exec(slashed);
  // Inside a WSL distribution the file system is Linux's: only its name has no case.
  if (wsl) return `//wsl.localhost/${(wsl[1] ?? '').toLowerCase()}${wsl[2] ?? ''}`;
  return slashed.toLowerCase();
}

/** `path` is `folder` or lies below it. */
export function isInside(path: string, folder: string): boolean {
  const inner = pathKey(path);
  const outer = pathKey(folder);
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Path of `path` below `folder`, with forward slashes; empty when they are equal. */
export function pathBelow(path: string, folder: string): string {
  return pathKey(path).slice(pathKey(folder).length).replace(/^\/+/, '');
}

/** `/`, `C:\`, `\\server\share`, and a drive as WSL mounts it, `/mnt/c`. */
export function isRootPath(path: string): boolean {
  const key = pathKey(path);
  return (
    key === '/' || /^[a-z]:\/?$/.test(key) || /^\/\/[^/]+(\/[^/]+)?$/.test(key) || /^\/mnt\/[a-z]$/.test(key)
  );
}

/** The home folder or a folder that holds it: never a project by its name. */
export function isHomePath(path: string, home: string): boolean {
  if (home !== '' && isInside(home, path)) return true;
  return (
    /^(?:\/mnt\/[a-z]|[a-z]:)\/users(?:\/[^/]+)?$/i.test(pathKey(path)) ||
    /^\/\/wsl\.localhost\/[^/]+\/(?:root|home(?:\/[^/]+)?)$/.test(pathKey(path))
  );
}

function rulesOf(path: string): typeof posix {
  return isWindowsPath(path) ? win32 : posix;
}

function trimSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}
