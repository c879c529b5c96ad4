/** Longer than a write waits for a busy store, so that whatever was accepted is also answered. */
const DRAIN_TIMEOUT_MS = 12_000;

export interface Session {
  /** Resolves when every call that was received has been answered. */
  drain(): Promise<void>;
  /** Closes the stores; nothing may be written afterwards. */
  close(): Promise<void>;
}

/**
 * Ends the process when a signal asks for it: calls that were received are finished and answered, then the stores are
 * closed. A second signal ends it at once; what was acknowledged is on disk anyway. Returns the function that ends it
 * for any other reason.
 */
export function endOnSignal(session: Session, log: (message: string) => void): () => void {
  let ending = false;
  const end = () => {
    if (ending) return;
    ending = true;
    void finish(session, log).then((code) => process.exit(code));
  };
  // Once nobody reads stderr there is nobody left to tell.
  process.stderr.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(1);
      end();
    });
  }
  return end;
}

/** The same for a server of one client over stdio, which also ends once that client is gone. */
export function endWithClient(session: Session, log: (message: string) => void): () => void {
  const end = endOnSignal(session, log);
  // A closed pipe is seen at the end of standard input, or as EPIPE by whoever answers first.
  process.stdin.once('end', end);
  process.stdin.once('close', end);
  process.stdout.on('error', end);
  return end;
}

async function finish(session: Session, log: (message: string) => void): Promise<number> {
  try {
    const drained = await Promise.race([
      session.drain().then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, DRAIN_TIMEOUT_MS, false)),
    ]);
    if (!drained) log('Ending with calls unanswered: they took too long.');
    await session.close();
    await new Promise<void>((resolve) => process.stdout.write('', () => resolve()));
    return 0;
  } catch (error) {
    log(`The store could not be closed cleanly: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}
