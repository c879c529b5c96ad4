import { randomBytes } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { open, readFile, rename, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { DEFAULT_SETTINGS, readSettings, type StoreSettings } from './storeSettings';

function settingsFile(storageDirectory: string): string {
  return path.join(storageDirectory, 'settings.json');
}

/**
 * The settings of a store as a program without an editor sees them: those of the file `settings.json`, looked at by its
 * size and times whenever they are asked for. A file that cannot be read is told once and stops nothing: defaults count.
 */
export class SettingsFile {
  readonly #file: string;
  readonly #log: (message: string) => void;
  #seen = '';
  #settings = DEFAULT_SETTINGS;

  constructor(storageDirectory: string, log: (message: string) => void) {
    this.#file = settingsFile(storageDirectory);
    this.#log = log;
  }

  current(): StoreSettings {
    const seen = this.#look();
    if (seen === this.#seen) return this.#settings;
    this.#seen = seen;
    this.#settings = seen === 'nothing' ? DEFAULT_SETTINGS : this.#read();
    return this.#settings;
  }

  #look(): string {
    try {
      const found = statSync(this.#file, { bigint: true, throwIfNoEntry: false });
      return found === undefined ? 'nothing' : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
    } catch (error) {
      return `unreadable ${codeOf(error)}`;
    }
  }

  #read(): StoreSettings {
    let json: unknown;
    try {
      json = JSON.parse(readFileSync(this.#file, 'utf8')) as unknown;
    } catch (error) {
      const why = error instanceof SyntaxError ? 'it is no JSON' : codeOf(error);
      this.#log(
        `The settings in ${this.#file} cannot be read (${why}): the defaults count until it is mended.`,
      );
      return DEFAULT_SETTINGS;
    }
    const { settings, problems } = readSettings(json);
    if (problems.length > 0) {
      const many = problems.join('; ');
      this.#log(`Of the settings in ${this.#file} some do not count, their defaults do instead: ${many}.`);
    }
    return settings;
  }
}

/**
 * Writes the settings where the storage folder is there and they are others than those in its file; without a file the
 * defaults need none. Whole under another name first, so that nobody reads half of them. Answers whether it wrote.
 */
export async function writeSettings(storageDirectory: string, settings: StoreSettings): Promise<boolean> {
  if (!(await isFolder(storageDirectory))) return false;
  const file = settingsFile(storageDirectory);
  const text = `${JSON.stringify(settings, null, 2)}\n`;
  const present = await readFile(file, 'utf8').catch(absent);
  if (text === (present ?? `${JSON.stringify(DEFAULT_SETTINGS, null, 2)}\n`)) return false;
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await unlink(draft).catch(absent);
    throw error;
  }
  return true;
}

async function isFolder(directory: string): Promise<boolean> {
  return (await stat(directory).catch(absent))?.isDirectory() ?? false;
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? 'unknown';
}
