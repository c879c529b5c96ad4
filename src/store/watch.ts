import { watch as watchDirectory, type FSWatcher } from 'node:fs';
import type { Disposable } from './types';

const VISIBLE_MS = 500;
const HIDDEN_MS = 2000;

/**
 * Calls `look` at the pace of the most demanding holder. The timer is the truth; notifications of the file system
 * only hasten it, and their errors are logged and ignored.
 */
export class Watch {
  readonly #directory: string;
  readonly #look: () => Promise<void>;
  readonly #log: (message: string) => void;
  readonly #holders = new Set<{ readonly visible: boolean }>();
  #timer: NodeJS.Timeout | undefined;
  #pace = 0;
  #watcher: FSWatcher | undefined;
  #looking = false;
  #again = false;

  constructor(directory: string, look: () => Promise<void>, log: (message: string) => void) {
    this.#directory = directory;
    this.#look = look;
    this.#log = log;
  }

  hold(visible: boolean): Disposable {
    const holder = { visible };
    this.#holders.add(holder);
    this.#adjust();
    return {
      dispose: () => {
        this.#holders.delete(holder);
        this.#adjust();
      },
    };
  }

  close(): void {
    this.#holders.clear();
    this.#adjust();
  }

  #adjust(): void {
    const holders = [...this.#holders];
    const pace = holders.length === 0 ? 0 : holders.some(({ visible }) => visible) ? VISIBLE_MS : HIDDEN_MS;
    if (pace === this.#pace) return;
    this.#pace = pace;
    clearInterval(this.#timer);
    if (pace === 0) {
      this.#watcher?.close();
      this.#watcher = undefined;
      return;
    }
    this.#timer = setInterval(() => this.#tick(), pace);
    this.#timer.unref();
    this.#watcher ??= this.#notifications();
  }

  #notifications(): FSWatcher | undefined {
    try {
      const watcher = watchDirectory(this.#directory, { persistent: false }, () => {
        this.#tick();
      });
      watcher.on('error', (error) => {
        this.#log(`Watching ${this.#directory} failed, polling goes on: ${String(error)}`);
      });
      return watcher;
    } catch (error) {
      this.#log(`${this.#directory} cannot be watched, it is polled: ${String(error)}`);
      return undefined;
    }
  }

  /** Looks once more after a look during which something was notified. */
  #tick(): void {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    void this.#lookUntilQuiet();
  }

  async #lookUntilQuiet(): Promise<void> {
    try {
      while (this.#again && this.#pace > 0) {
        this.#again = false;
        await this.#look();
      }
    } catch (error) {
      this.#log(`Looking for changes in ${this.#directory} failed: ${String(error)}`);
    } finally {
      this.#looking = false;
    }
  }
}
