import fc from 'fast-check';
import { expect } from 'vitest';
import { StoreError, type Store } from '../../src/store/types';
import { itemsOf, journalMigrations, viewJournal, writeChange, type ItemChange } from './journal';
import { SeededRandom } from './seededRandom';
import { SimulatedDisk } from './simulatedDisk';
import type { Fault, SimulatedProcess } from './simulatedProcess';
import { RandomSchedule } from './simulatedSchedule';
import { openSimulated } from './simulatedStores';

/** What one process does at once: its writes wait together, while it reads and compacts. */
interface Command {
  readonly changes: readonly ItemChange[];
  readonly reads: boolean;
  readonly compacts: 'no' | 'yes' | 'purge';
  readonly reopens: boolean;
}

interface Life {
  readonly commands: readonly Command[];
  /** Operations after which it is killed. It is started again and goes on. */
  readonly killedAfter: number | null;
  readonly fault: Fault | null;
}

interface Phase {
  readonly processes: readonly Life[];
  readonly end: 'close' | 'kill' | 'power';
  /** Operations of all processes after which the power fails, if it fails before their end. */
  readonly powerAfter: number;
}

export interface StoreProgram {
  readonly seed: number;
  /** Percent: how often the schedule stays with a process. */
  readonly stay: number;
  readonly holes: boolean;
  readonly entries: 'ordered' | 'any';
  /** Whether temporary files count as forgotten by their writer. */
  readonly oldFiles: boolean;
  readonly phases: readonly Phase[];
}

const change: fc.Arbitrary<ItemChange> = fc.record({
  kind: fc.constantFrom('set', 'set', 'remove', 'swap'),
  first: fc.nat(3),
  second: fc.nat(3),
});

const command: fc.Arbitrary<Command> = fc.record({
  changes: fc.array(change, { maxLength: 3 }),
  reads: fc.boolean(),
  compacts: fc.constantFrom('no', 'no', 'no', 'yes', 'purge'),
  reopens: fc.constantFrom(false, false, false, true),
});

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ operation: fc.constant('append' as const), takes: fc.nat(150), after: fc.nat(8) }),
  fc.record({
    operation: fc.constantFrom('append', 'open', 'read', 'rename', 'syncDirectory', 'remove', 'list', 'stat'),
    code: fc.constantFrom('ENOSPC', 'EACCES', 'EMFILE', 'EIO'),
    after: fc.nat(20),
  }),
  fc.record({
    operation: fc.constant('datasync' as const),
    code: fc.constant('EIO'),
    after: fc.nat(6),
  }),
);

const life: fc.Arbitrary<Life> = fc.record({
  commands: fc.array(command, { minLength: 1, maxLength: 3 }),
  killedAfter: fc.option(fc.integer({ min: 1, max: 150 }), { freq: 2 }),
  fault: fc.option(fault, { freq: 1 }),
});

/** Random programs of at most so many phases, each of one to four processes and of one of these ends. */
export function storePrograms(maxPhases: number, ends: readonly Phase['end'][]): fc.Arbitrary<StoreProgram> {
  return fc.record({
    seed: fc.nat(),
    stay: fc.constantFrom(10, 60, 90, 98),
    holes: fc.boolean(),
    entries: fc.constantFrom('ordered', 'any'),
    oldFiles: fc.boolean(),
    phases: fc.array(
      fc.record({
        processes: fc.array(life, { minLength: 1, maxLength: 4 }),
        end: fc.constantFrom(...ends),
        powerAfter: fc.integer({ min: 20, max: 600 }),
      }),
      { minLength: 1, maxLength: maxPhases },
    ),
  });
}

/** Runs a program, and throws where the store breaks its promise. */
export async function runProgram(program: StoreProgram): Promise<void> {
  const run = new ProgramRun(program);
  for (const phase of program.phases) await run.phase(phase);
}

class ProgramRun {
  readonly #disk: SimulatedDisk;
  readonly #acknowledged: string[] = [];
  readonly #attempted = new Set<string>();
  /** Tags in the common order, as far as anybody has seen it. */
  #order: readonly string[] = [];
  /** Whether bytes inside a log may have been lost. */
  #maybeDamaged = false;
  #gap = false;
  #names = 0;

  constructor({ seed, stay, holes, entries, oldFiles }: StoreProgram) {
    const random = new SeededRandom(seed);
    this.#disk = new SimulatedDisk(random, new RandomSchedule(random, stay / 100));
    this.#disk.loss = { entries, holes };
    this.#disk.age = oldFiles ? 3_600_000 : 0;
  }

  async phase({ processes, end, powerAfter }: Phase): Promise<void> {
    const power = end === 'power';
    if (power) this.#disk.failsAt = this.#disk.moment + powerAfter;
    const failures = this.#disk.powerFailures;
    const lives = await Promise.all(processes.map((plan) => this.#live(plan)));
    if (power) {
      if (this.#disk.powerFailures === failures) this.#disk.failPower();
      const gaveUp = processes.some(({ fault }) => fault?.operation === 'datasync');
      this.#maybeDamaged ||= this.#disk.loss.holes || gaveUp;
      this.#order = [];
    }
    const fresh = await openSimulated(this.#start(), journalMigrations);
    const dump = await this.#dump(fresh);
    for (const { process, store } of lives) {
      if (process.alive && store) expect(await this.#dump(store)).toEqual(dump);
      if (end === 'kill') process.kill();
      await store?.close();
    }
    await fresh.close();
  }

  /** Runs the commands of one process to their end, through its deaths. Answers its last store. */
  async #live(plan: Life): Promise<{ readonly process: SimulatedProcess; readonly store?: Store }> {
    const failures = this.#disk.powerFailures;
    let process = this.#start();
    if (plan.killedAfter !== null) process.killedAt = plan.killedAfter;
    if (plan.fault) process.fail(plan.fault);
    let store: Store | undefined;
    for (const command of plan.commands) {
      if (this.#disk.powerFailures > failures) break;
      if (!process.alive) {
        await store?.close();
        store = undefined;
        process = this.#start();
      }
      if (command.reopens) {
        await store?.close();
        store = undefined;
      }
      try {
        store ??= await openSimulated(process, journalMigrations);
        await this.#execute(store, process, plan, command);
      } catch (error) {
        this.#expectFault(error, process, plan);
      }
    }
    process.spare();
    return { process, ...(store && { store }) };
  }

  async #execute(store: Store, process: SimulatedProcess, plan: Life, command: Command): Promise<void> {
    const tolerate = (error: unknown) => {
      this.#expectFault(error, process, plan);
    };
    const work = command.changes.map((change) => this.#write(store, change).catch(tolerate));
    if (command.reads) work.push(this.#read(store).catch(tolerate));
    if (command.compacts !== 'no') {
      // Others may keep it from ending: then it has said so, and nothing is lost.
      const busy = /Another process is changing|other processes keep|Other processes keep/;
      work.push(
        store.compact({ purge: command.compacts === 'purge' }).catch((error: unknown) => {
          if (!busy.test(String(error))) tolerate(error);
        }),
      );
    }
    await Promise.all(work);
  }

  async #write(store: Store, change: ItemChange): Promise<void> {
    const tag = `w${this.#attempted.size}`;
    this.#attempted.add(tag);
    await store.write((tx) => {
      writeChange(tx, tag, change);
    });
    this.#acknowledged.push(tag);
  }

  async #read(store: Store): Promise<void> {
    const before = [...this.#acknowledged];
    const view = await store.read(viewJournal);
    const tags = view.journal.map(({ tag }) => tag);
    expect(
      before.filter((tag) => !tags.includes(tag)),
      'acknowledged and not there',
    ).toEqual([]);
    expect(
      tags.filter((tag) => !this.#attempted.has(tag)),
      'made up',
    ).toEqual([]);
    const ids = view.journal.map(({ id }) => id);
    if (ids.some((id, index) => id !== index + 1)) {
      expect(this.#maybeDamaged, `writes numbered ${ids.join()}`).toBe(true);
      this.#gap = true;
    }
    if (!this.#gap) expect(view.items, 'items as the journal led to').toEqual(itemsOf(view.journal));
    const shared = Math.min(tags.length, this.#order.length);
    expect(tags.slice(0, shared), 'the common order').toEqual(this.#order.slice(0, shared));
    if (tags.length > this.#order.length) this.#order = tags;
    if (!this.#maybeDamaged) expect(store.status().damage).toEqual([]);
  }

  /** All rows of a store that has caught up. */
  async #dump(store: Store): Promise<unknown> {
    await this.#read(store);
    const dump = await store.read((db) => ({
      sequence: db.sequence,
      journal: db.query('SELECT * FROM journal ORDER BY id'),
      items: db.query('SELECT * FROM item ORDER BY id'),
      integrity: db.query('SELECT * FROM pragma_integrity_check'),
    }));
    expect(dump.integrity).toEqual([{ integrity_check: 'ok' }]);
    return dump;
  }

  #start(): SimulatedProcess {
    return this.#disk.start(`p${this.#names++}`);
  }

  /** Lets pass what a killed process or one with a faulty disk is to say; anything else is a failure of the store. */
  #expectFault(error: unknown, process: SimulatedProcess, plan: Life): void {
    const excused = !process.alive || plan.fault !== null;
    if (!excused || !(error instanceof StoreError)) throw error;
  }
}
