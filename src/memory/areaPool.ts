import { Turns } from '../store/turns';
import type { Disposable } from '../store/types';
import type { MemoryArea } from './memoryArea';
import type { Area } from './types';

/** Databases open at once; each holds its whole content in memory. */
export const POOL_CAPACITY = 8;

interface Slot {
  readonly opened: Promise<MemoryArea>;
  /** One that is still being opened may wait for the very room it would be closed for. */
  settled: boolean;
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
  /** One after the other, so that none opens while what was closed for another is still open. */
  readonly #makingRoom = new Turns();
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

  use<T>(area: Area, fn: (opened: MemoryArea) => Promise<T>): Promise<T> {
    return this.useAll([area], ([opened]) => fn(opened!));
  }

  /** Undefined when the area is not open. */
  async useIfOpen<T>(area: Area, fn: (opened: MemoryArea) => Promise<T>): Promise<T | undefined> {
    return this.#closed || !this.#slots.has(nameOf(area)) ? undefined : this.use(area, fn);
  }

  /** Uses all areas at once, which are opened side by side. The order of the arguments is the order of the areas. */
  async useAll<T>(areas: readonly Area[], fn: (opened: readonly MemoryArea[]) => Promise<T>): Promise<T> {
    if (this.#closed) throw new Error('the store was closed');
    const slots = areas.map((area) => this.#take(area));
    try {
      const opened = await Promise.all(slots.map((slot) => slot.opened));
      for (const [place, area] of areas.entries()) opened[place]?.rename(area);
      return await fn(opened);
    } finally {
      for (const slot of slots) slot.users--;
      await this.#evict();
    }
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

  /** The slot of an area, as the one used last. */
  #take(area: Area): Slot {
    const name = nameOf(area);
    const slot = this.#slots.get(name) ?? this.#openSlot(area, name);
    this.#slots.delete(name);
    this.#slots.set(name, slot);
    slot.users++;
    return slot;
  }

  #openSlot(area: Area, name: string): Slot {
    const slot: Slot = {
      // Room is made first, and only once this one is among those that count.
      opened: this.#makingRoom.take(() => this.#evict()).then(() => this.#open(area)),
      settled: false,
      users: 0,
      kept: this.#keptNames.has(name),
    };
    slot.opened.then(
      () => (slot.settled = true),
      // A failed opening is tried again by the next use.
      () => {
        if (this.#slots.get(name) === slot) this.#slots.delete(name);
      },
    );
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
      if (slot.users > 0 || !slot.settled || (slot.kept && this.#watches.size > 0)) continue;
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
