import { pauseForEventLoop, Slices } from '../store/slices';

/** Runs a generator to its end and holds the event loop no longer than 8 ms and one of its steps. */
export async function inSlices<T>(work: Generator<void, T>): Promise<T> {
  const slices = new Slices(pauseForEventLoop);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (slices.areDue) await slices.pause();
  }
}
