import type { SeededRandom } from './seededRandom';

/** Decides which of the steps that simulated processes want to take comes next. */
export interface SimulatedSchedule {
  enqueue(process: string, step: () => void): void;
  /** Whether a process is suspended between the effect of an operation and hearing of it. */
  suspends(): boolean;
}

/** Every step at once, in the order they were asked for. */
export const inOrder: SimulatedSchedule = {
  enqueue(_, step) {
    queueMicrotask(step);
  },
  suspends: () => false,
};

/**
 * Any order, decided by a seed. One step a turn of the event loop: until the next one, whatever the last step set
 * free has run to its next operation, so that the seed alone decides.
 */
export class RandomSchedule implements SimulatedSchedule {
  readonly #random: SeededRandom;
  readonly #stay: number;
  readonly #waiting = new Map<string, (() => void)[]>();
  #last = '';
  #due = false;

  /** `stay` is the chance that the process that had the last step has the next one too: others are suspended. */
  constructor(random: SeededRandom, stay: number) {
    this.#random = random;
    this.#stay = stay;
  }

  enqueue(process: string, step: () => void): void {
    const steps = this.#waiting.get(process);
    if (steps) steps.push(step);
    else this.#waiting.set(process, [step]);
    this.#ensureTurn();
  }

  suspends(): boolean {
    return this.#random.chance(0.3);
  }

  #ensureTurn(): void {
    if (this.#due || this.#waiting.size === 0) return;
    this.#due = true;
    setImmediate(() => {
      this.#due = false;
      this.#turn();
      this.#ensureTurn();
    });
  }

  #turn(): void {
    if (!this.#waiting.has(this.#last) || !this.#random.chance(this.#stay)) {
      this.#last = [...this.#waiting.keys()].sort()[this.#random.below(this.#waiting.size)] ?? '';
    }
    const steps = this.#waiting.get(this.#last) ?? [];
    const [step] = steps.splice(this.#random.below(steps.length), 1);
    if (steps.length === 0) this.#waiting.delete(this.#last);
    step?.();
  }
}
