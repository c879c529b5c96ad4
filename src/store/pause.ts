/** How a process waits: by the timer of Node, or by that of a test that decides itself what happens meanwhile. */
export type PauseFor = (milliseconds: number) => Promise<void>;

export const pauseByTimer: PauseFor = (milliseconds) =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
