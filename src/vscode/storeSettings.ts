import * as vscode from 'vscode';
import type { StoreSettings } from '../memory/storeSettings';
import { settings as contributed } from './settingContributions';

const section = 'projectMemory';

/** Settings that every program on the store obeys, by section and name, as the person's configuration has them. */
function configured(): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const configuration = vscode.workspace.getConfiguration(section);
  const values: Record<string, Record<string, unknown>> = {};
  for (const { key, shared } of contributed) {
    if (shared !== true) continue;
    const [, part = '', name = ''] = key.split('.');
    (values[part] ??= {})[name] = configuration.get(`${part}.${name}`);
  }
  return values;
}

/**
 * Tells the programs that see no configuration of the editor, servers of other clients among them, what the person set:
 * by the file `settings.json` of the store. This window reads its configuration itself.
 */
export class SharedSettings implements vscode.Disposable {
  readonly #storageDirectory: string;
  readonly #log: vscode.LogOutputChannel;
  readonly #subscription: vscode.Disposable;
  #current: StoreSettings | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(storageDirectory: string, log: vscode.LogOutputChannel) {
    this.#storageDirectory = storageDirectory;
    this.#log = log;
    this.#subscription = vscode.workspace.onDidChangeConfiguration((change) => {
      const isShared = contributed.some(
        ({ key, shared }) => shared === true && change.affectsConfiguration(key),
      );
      if (!isShared) return;
      this.#current = undefined;
      void this.write();
    });
  }

  /** What counts now. `read` is the engine's: this much is not loaded before it is needed. */
  current(read: (json: unknown) => { readonly settings: StoreSettings }): StoreSettings {
    return (this.#current ??= read(configured()).settings);
  }

  /** Writes the file where it is not what it should be. Never rejects: what cannot be told is logged. */
  write(): Promise<void> {
    // One after the other, so that the newest configuration is what stays.
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      const { engine } = await import('./engine');
      const { settings, problems } = engine.readSettings(configured());
      for (const problem of problems)
        this.#log.warn(`A setting does not count, its default does: ${problem}.`);
      if (await engine.writeSettings(this.#storageDirectory, settings))
        this.#log.info('Servers of this store were told of the settings.');
    } catch (error) {
      this.#log.warn('Servers of this store could not be told of the settings.', error);
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
