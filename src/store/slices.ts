/** Lets the event loop run; in the worker nothing needs to. */
export type Pause = () => Promise<void>;

export const pauseForEventLoop: Pause = () => new Promise((resolve) => setImmediate(resolve));

const SLICE_MS = 8;

/** Divides long work, so that it holds the event loop for at most 8 ms at a time. */
export class Slices {
  readonly #pause: Pause;
  #started = performance.now();

  constructor(pause: Pause) {
    this.#pause = pause;
  }

  /** Whether it is time for a pause. Asked apart from it, since waiting for nothing is slow in a long loop. */
  get areDue(): boolean {
    return performance.now() - this.#started >= SLICE_MS;
  }

  async pause(): Promise<void> {
    await this.#pause();
    this.#started = performance.now();
  }
}
