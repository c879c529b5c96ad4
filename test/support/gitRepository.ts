import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const ENVIRONMENT = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.invalid',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.invalid',
};

export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, env: ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' });
}

/** A repository with one commit; `remote` becomes its origin. */
export function repository(folder: string, remote?: string): string {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message=first');
  if (remote !== undefined) git(folder, 'remote', 'add', 'origin', remote);
  return folder;
}

export function worktree(main: string, folder: string, branch: string): string {
  git(main, 'worktree', 'add', '--quiet', '-b', branch, folder);
  return path.resolve(folder);
}
