import { RecordingFiles } from './recordingFiles';
import type { FilePort } from './types';

interface Kept<T> {
  readonly key: string;
  readonly files: RecordingFiles;
  readonly answer: Promise<T>;
}

/** Keeps one answer until a file that it was made of changes. */
export class DetectionCache<T> {
  readonly #files: FilePort;
  #kept: Kept<T> | undefined;

  constructor(files: FilePort) {
    this.#files = files;
  }

  /** `key` names everything besides files that the answer depends on. Calls at once share one look. */
  async get(key: string, look: (files: FilePort) => Promise<T>): Promise<T> {
    const kept = this.#kept;
    if (kept?.key === key) {
      const answer = await kept.answer;
      if (await kept.files.unchanged()) return answer;
      // Whoever comes first looks again; the others wait for that answer.
      if (this.#kept !== kept) return this.get(key, look);
    }
    const files = new RecordingFiles(this.#files);
    const looking = { key, files, answer: look(files) };
    this.#kept = looking;
    looking.answer.catch(() => {
      if (this.#kept === looking) this.#kept = undefined;
    });
    return looking.answer;
  }

  drop(): void {
    this.#kept = undefined;
  }
}
