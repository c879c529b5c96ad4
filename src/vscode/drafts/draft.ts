import type { MemoryRecord } from '../../memory/types';

/** A text that is edited, and the memories that it was made of, as they were then. */
export interface Draft {
  /** Gets the text. */
  memory: MemoryRecord;
  /** It takes their place. */
  over: readonly MemoryRecord[];
  /** What the editor last saved, also by itself. */
  text: string;
  changedAt: number;
}
