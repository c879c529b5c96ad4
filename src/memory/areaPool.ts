import type { Disposable } from '../store/types';
import type { MemoryArea } from './memoryArea';
import type { Area } from './types';

/** Databases open at once; each holds its whole content in memory. */
export const POOL_CAPACITY = 8;

interface Slot {
  readonly opened: Promise<MemoryArea>;
  users: number;
  /** Shown to a person: not closed while anything watches. */
  kept: boolean;
}

interface Watch {
  readonly visible: boolean;
  readonly disposables: Map<Slot, Disposable>;
}

/** The open areas of one process: opened on first use, the least recently used closed first. */
export class AreaPool {
  readonly #open: (area: Area) => Promise<MemoryArea>;
  /** Least recently used first. */
  readonly #slots = new Map<string, Slot>();
  readonly #keptNames = new Set<string>();
  readonly #watches = new Set<Watch>();
  #closed = false;

  constructor(open: (area: Area) => Promise<MemoryArea>) {
    this.#open = open;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The area is on a person's screen: other processes' changes to it are to be noticed. */
  keep(area: Area): void {
    const name = nameOf(area);
    this.#keptNames.add(name);
    const slot = this.#slots.get(name);
    if (slot !== undefined) slot.kept = true;
  }

  async use<T>(area: Area, fn: (opened: MemoryArea) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the store was closed');
    const name = nameOf(area);
    const slot = this.#slots.get(name) ?? this.#openSlot(area, name);
    this.#slots.delete(name);
    this.#slots.set(name, slot);
    slot.users++;
    try {
      const opened = await slot.opened;
      opened.rename(area);
      return await fn(opened);
    } finally {
      slot.users--;
      await this.#evict();
    }
  }

  /** Undefined when the area is not open. */
  async useIfOpen<T>(area: Area, fn: (opened: MemoryArea) => Promise<T>): Promise<T | undefined> {
    return this.#closed || !this.#slots.has(nameOf(area)) ? undefined : this.use(area, fn);
  }

  /** Uses all areas at once. The order of the arguments is the order of the areas. */
  useAll<T>(areas: readonly Area[], fn: (opened: readonly MemoryArea[]) => Promise<T>): Promise<T> {
    const collect = (index: number, opened: readonly MemoryArea[]): Promise<T> => {
      const area = areas[index];
      if (area === undefined) return fn(opened);
      return this.use(area, (next) => collect(index + 1, [...opened, next]));
    };
    return collect(0, []);
  }

  watch(visible: boolean): Disposable {
    const watch: Watch = { visible, disposables: new Map() };
    this.#watches.add(watch);
    for (const slot of this.#slots.values()) void this.#attach(watch, slot);
    return {
      dispose: () => {
        this.#watches.delete(watch);
        for (const disposable of watch.disposables.values()) disposable.dispose();
        watch.disposables.clear();
      },
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#slots.keys()].map((name) => this.#closeSlot(name)));
  }

  #openSlot(area: Area, name: string): Slot {
    const slot: Slot = {
      // Room is made first, and only once this one is among those that count.
      opened: Promise.resolve()
        .then(() => this.#evict())
        .then(() => this.#open(area)),
      users: 0,
      kept: this.#keptNames.has(name),
    };
    // A failed opening is tried again by the next use.
    slot.opened.catch(() => {
      if (this.#slots.get(name) === slot) this.#slots.delete(name);
    });
    for (const watch of this.#watches) void this.#attach(watch, slot);
    return slot;
  }

  async #attach(watch: Watch, slot: Slot): Promise<void> {
    const area = await slot.opened.catch(() => undefined);
    if (area === undefined || !this.#watches.has(watch) || watch.disposables.has(slot)) return;
    watch.disposables.set(slot, area.store.watch(watch.visible));
  }

  async #evict(): Promise<void> {
    for (const [name, slot] of this.#slots) {
      if (this.#slots.size <= POOL_CAPACITY) return;
      if (slot.users > 0 || (slot.kept && this.#watches.size > 0)) continue;
      await this.#closeSlot(name);
    }
  }

  async #closeSlot(name: string): Promise<void> {
    const slot = this.#slots.get(name);
    if (slot === undefined) return;
    this.#slots.delete(name);
    for (const watch of this.#watches) {
      watch.disposables.get(slot)?.dispose();
      watch.disposables.delete(slot);
    }
    const area = await slot.opened.catch(() => undefined);
    await area?.close();
  }
}

function nameOf(area: Area): string {
  return area.kind === 'user' ? 'user' : area.id;
}
