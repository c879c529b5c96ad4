import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Every file below a folder that holds the text, in either form in which a database may keep it. A compaction may replace
 * a file that was listed: then all is listed again, since what it held is in another one.
 */
export function filesHolding(folder: string, text: string): readonly string[] {
  const forms = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')];
  for (;;) {
    try {
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => {
          const bytes = readFileSync(file);
          return forms.some((form) => bytes.includes(form));
        });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !existsSync(folder)) throw error;
    }
  }
}
