import { fileURLToPath } from 'node:url';

/** What the roots are asked of: the connected client, or a test's. */
export interface RootsClient {
  /** Whether the client said in `initialize` that it has roots. */
  supportsRoots(): boolean;
  /** Rejects when the client fails or does not answer in time. */
  listRoots(): Promise<readonly { readonly uri: string }[]>;
}

export interface WorkspaceFoldersOptions {
  /** Folders from the command line. When there are any, the client is never asked. */
  readonly given: readonly string[];
  /** Undefined: a client that names no folder has none. */
  readonly cwd: string | undefined;
  readonly client: RootsClient;
  readonly log: (message: string) => void;
}

/**
 * The folders that this session's memories belong to: those of the command line, else the client's roots, else
 * the working directory where there is one. Asked anew after `changed()`.
 */
export class WorkspaceFolders {
  readonly #options: WorkspaceFoldersOptions;
  #roots: Promise<readonly string[]> | undefined;

  constructor(options: WorkspaceFoldersOptions) {
    this.#options = options;
  }

  /** Absolute paths, and URIs of folders that are not on this machine's disk. */
  async list(): Promise<readonly string[]> {
    const { given, client } = this.#options;
    if (given.length > 0) return given;
    if (!client.supportsRoots()) return this.#fallback();
    return (this.#roots ??= this.#ask());
  }

  /** The client said that its roots are others now. */
  changed(): void {
    this.#roots = undefined;
  }

  #fallback(): readonly string[] {
    const { cwd } = this.#options;
    return cwd === undefined ? [] : [cwd];
  }

  async #ask(): Promise<readonly string[]> {
    const { cwd, client, log } = this.#options;
    let roots: readonly { readonly uri: string }[];
    try {
      roots = await client.listRoots();
    } catch (error) {
      log(
        `The client did not list its roots (${error instanceof Error ? error.message : String(error)}): ` +
          (cwd === undefined ? 'it has no folder. ' : `using the working directory ${cwd}. `) +
          'Pass --workspace PATH to name the folder yourself.',
      );
      return this.#fallback();
    }
    if (roots.length === 0) return this.#fallback();
    const folders: string[] = [];
    for (const { uri } of roots) {
      const folder = folderOf(uri);
      // Falling back to the working directory would file memories under a project the person is not in.
      if (folder === undefined) log('A root of the client is left out: it is no valid URI.');
      else if (!folders.includes(folder)) folders.push(folder);
    }
    return folders;
  }
}

function folderOf(uri: string): string | undefined {
  try {
    return new URL(uri).protocol === 'file:' ? fileURLToPath(uri) : uri;
  } catch {
    return undefined;
  }
}
