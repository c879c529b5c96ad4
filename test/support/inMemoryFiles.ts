import { posix, win32 } from 'node:path';
import type { FilePort, FileStat } from '../../src/project/types';

type Entry =
  | { readonly kind: 'file'; readonly text: string; readonly mtimeMs: number }
  | { readonly kind: 'directory'; readonly mtimeMs: number }
  | { readonly kind: 'symlink'; readonly target: string; readonly mtimeMs: number };

/** A disk in memory, in the manner of POSIX or, for `C:\` and UNC paths, of Windows: there, without case. */
export class InMemoryFiles implements FilePort {
  readonly #entries = new Map<string, Entry & { readonly path: string }>();
  readonly #happenings = new Map<string, () => Promise<void>>();
  #clock = 1;
  /** Paths asked for, in order. */
  readonly asked: string[] = [];

  writeFile(path: string, text: string): this {
    return this.#put(path, { kind: 'file', text, mtimeMs: this.#clock++ });
  }

  makeDirectory(path: string): this {
    return this.#put(path, { kind: 'directory', mtimeMs: this.#clock++ });
  }

  link(path: string, target: string): this {
    return this.#put(path, { kind: 'symlink', target, mtimeMs: this.#clock++ });
  }

  remove(path: string): this {
    const key = keyOf(path);
    for (const other of [...this.#entries.keys()]) {
      if (other === key || other.startsWith(`${key}/`)) this.#entries.delete(other);
    }
    return this;
  }

  /** A repository as `git init` leaves it, with `config` in place of git's. */
  repository(root: string, config = ''): this {
    const join = (...parts: string[]): string => rulesOf(root).join(root, '.git', ...parts);
    return this.writeFile(join('HEAD'), 'ref: refs/heads/main\n')
      .writeFile(join('config'), `[core]\n\tbare = false\n${config}`)
      .makeDirectory(join('objects'))
      .makeDirectory(join('refs'));
  }

  /** Something else happens on the machine, once, while somebody asks for this path. */
  whenAsked(path: string, happen: () => Promise<void>): void {
    this.#happenings.set(keyOf(path), happen);
  }

  readText(path: string): Promise<string | undefined> {
    const real = this.#resolve(path);
    const entry = real === undefined ? undefined : this.#entries.get(keyOf(real));
    return Promise.resolve(entry?.kind === 'file' ? entry.text : undefined);
  }

  lstat(path: string): Promise<FileStat | undefined> {
    return Promise.resolve(this.lstatNow(path));
  }

  lstatNow(path: string): FileStat | undefined {
    this.asked.push(path);
    const parent = this.#resolve(rulesOf(path).dirname(path));
    const entry =
      parent === undefined
        ? undefined
        : this.#entries.get(keyOf(rulesOf(path).join(parent, rulesOf(path).basename(path))));
    if (entry === undefined) return undefined;
    const size = entry.kind === 'file' ? entry.text.length : 0;
    return { kind: entry.kind, mtimeMs: entry.mtimeMs, size };
  }

  readDirectory(
    path: string,
  ): Promise<readonly { readonly name: string; readonly kind: FileStat['kind'] }[] | undefined> {
    const real = this.#resolve(path);
    if (real === undefined || this.#entries.get(keyOf(real))?.kind !== 'directory')
      return Promise.resolve(undefined);
    const rules = rulesOf(real);
    const children = [...this.#entries.values()].filter(
      (entry) => keyOf(rules.dirname(entry.path)) === keyOf(real) && keyOf(entry.path) !== keyOf(real),
    );
    return Promise.resolve(children.map(({ path: child, kind }) => ({ name: rules.basename(child), kind })));
  }

  async realPath(path: string): Promise<string | undefined> {
    const happen = this.#happenings.get(keyOf(path));
    this.#happenings.delete(keyOf(path));
    await happen?.();
    return this.#resolve(path);
  }

  #put(path: string, entry: Entry): this {
    const rules = rulesOf(path);
    const parent = rules.dirname(path);
    if (parent !== path && !this.#entries.has(keyOf(parent))) this.makeDirectory(parent);
    this.#entries.set(keyOf(path), { ...entry, path: rules.normalize(path) });
    return this;
  }

  #resolve(path: string, hops = 0): string | undefined {
    const rules = rulesOf(path);
    const normal = rules.normalize(path);
    const parent = rules.dirname(normal);
    if (parent === normal) return this.#entries.get(keyOf(normal))?.path;
    const realParent = this.#resolve(parent, hops);
    if (realParent === undefined || hops > 20) return undefined;
    const entry = this.#entries.get(keyOf(rules.join(realParent, rules.basename(normal))));
    if (entry?.kind !== 'symlink') return entry?.path;
    return this.#resolve(rules.resolve(realParent, entry.target), hops + 1);
  }
}

function isWindows(path: string): boolean {
  return /^[A-Za-z]:/.test(path) || path.startsWith('\\\\');
}

function rulesOf(path: string): typeof posix {
  return isWindows(path) ? win32 : posix;
}

function keyOf(path: string): string {
  const normal = rulesOf(path).normalize(path);
  const slashed = isWindows(path) ? normal.toLowerCase().replaceAll('\\', '/') : normal;
  return slashed.length > 1 ? slashed.replace(/\/+$/, '') : slashed;
}
