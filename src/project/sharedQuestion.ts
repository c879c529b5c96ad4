interface OpenQuestion<T> {
  readonly answer: Promise<T>;
  readonly closing: AbortController;
  waiting: number;
}

/** One question at a time: who asks while it is open waits for the same answer. */
export class SharedQuestion<T> {
  #open: OpenQuestion<T> | undefined;

  /**
   * `put` is called unless a question is open; its signal fires when nobody waits any more. Undefined: this
   * caller's own signal fired first.
   */
  async ask(
    put: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T | undefined> {
    if (signal?.aborted === true) return undefined;
    const question = (this.#open ??= this.#put(put));
    question.waiting++;
    const waiting = new AbortController();
    const givenUp = new Promise<undefined>((resolve) => {
      const giveUp = (): void => {
        resolve(undefined);
      };
      signal?.addEventListener('abort', giveUp, { once: true, signal: waiting.signal });
    });
    try {
      return await Promise.race([question.answer, givenUp]);
    } finally {
      waiting.abort();
      question.waiting--;
      if (question.waiting === 0) {
        if (this.#open === question) this.#open = undefined;
        question.closing.abort();
      }
    }
  }

  #put(put: (signal: AbortSignal) => Promise<T>): OpenQuestion<T> {
    const closing = new AbortController();
    return { answer: put(closing.signal), closing, waiting: 0 };
  }
}
