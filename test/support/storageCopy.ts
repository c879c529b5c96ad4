import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every file below a folder with its bytes (base64), so that two looks can be compared. */
export function filesBelow(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [path.relative(folder, file), readFileSync(file).toString('base64')]),
  );
}
