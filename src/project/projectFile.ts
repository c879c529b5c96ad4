import { joinPath, parentOf, pathKey } from './filePath';
import { normaliseProjectName } from './projectName';
import type { FilePort } from './types';

export const PROJECT_FILE = '.project-memory.json';

export type Declaration =
  /** `folder` holds the file. */
  | { readonly kind: 'declared'; readonly name: string; readonly folder: string }
  | { readonly kind: 'failed'; readonly path: string; readonly message: string }
  | { readonly kind: 'none' };

/** The nearest `.project-memory.json` from `folder` up to `top`, which is `folder` itself outside git. */
export async function findDeclaration(files: FilePort, folder: string, top: string): Promise<Declaration> {
  for (let current = folder; ; current = parentOf(current)) {
    const found = await declarationIn(files, current);
    if (found.kind !== 'none' || pathKey(current) === pathKey(top) || parentOf(current) === current)
      return found;
  }
}

/**
 * `{"project": "name"}` in `folder`. A file that is there and says no name is a failure, never a reason to
 * look further. Its content is not quoted: it may be a link to anything.
 */
export async function declarationIn(files: FilePort, folder: string): Promise<Declaration> {
  const path = joinPath(folder, PROJECT_FILE);
  if ((await files.lstat(path)) === undefined) return { kind: 'none' };
  const text = await files.readText(path);
  if (text === undefined) return failed(path, 'cannot be read as a file');
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return failed(path, 'is not valid JSON');
  }
  const project = content !== null && typeof content === 'object' && 'project' in content && content.project;
  if (typeof project !== 'string') return failed(path, 'does not name a project');
  const name = normaliseProjectName(project);
  if (name.kind === 'error') return failed(path, `names no usable project. ${name.message}`);
  return { kind: 'declared', name: name.name, folder };
}

function failed(path: string, fault: string): Declaration {
  const end = fault.endsWith('.') ? '' : '.';
  return {
    kind: 'failed',
    path,
    message: `${path} ${fault}${end} Write {"project": "name"} in it, or remove it.`,
  };
}
