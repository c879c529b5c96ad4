import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Names (ids of projects) of the folders that hold projects' databases; none where they cannot be listed. */
export async function projectFolders(storageDirectory: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(join(storageDirectory, 'projects'), { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}
