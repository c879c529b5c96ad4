import { describe, expect, it } from 'vitest';
import { RecordingFiles } from '../../../src/project/recordingFiles';
import type { FileStat } from '../../../src/project/types';
import { InMemoryFiles } from '../../support/inMemoryFiles';

/** A disk that keeps the program waiting for every look. */
class SlowFiles extends InMemoryFiles {
  /** Milliseconds for one look. */
  delay: number;
  waited = 0;

  constructor(delay: number) {
    super();
    this.delay = delay;
  }

  override lstat(path: string): Promise<FileStat | undefined> {
    return Promise.resolve(super.lstatNow(path));
  }

  override lstatNow(path: string): FileStat | undefined {
    this.waited++;
    const end = performance.now() + this.delay;
    while (performance.now() < end);
    return super.lstatNow(path);
  }
}

async function recorded(files: InMemoryFiles, count: number): Promise<RecordingFiles> {
  const recording = new RecordingFiles(files);
  for (let n = 0; n < count; n++) await recording.readText(`/code/file-${n}`);
  return recording;
}

describe('whether all is as it was', () => {
  it.each([
    ['the first', 0],
    ['the last', 199],
  ])('notices a change of %s of many files', async (_name, changed) => {
    const files = new InMemoryFiles();
    for (let n = 0; n < 200; n++) files.writeFile(`/code/file-${n}`, 'text');
    const recording = await recorded(files, 200);
    expect(await recording.unchanged()).toBe(true);
    files.writeFile(`/code/file-${changed}`, 'other');
    expect(await recording.unchanged()).toBe(false);
  });

  it('is not waited for on a slow disk, after a few tries', async () => {
    const files = new SlowFiles(3);
    const recording = await recorded(files, 20);
    for (let check = 0; check < 10; check++) expect(await recording.unchanged()).toBe(true);
    expect(files.waited).toBe(3);
    files.writeFile('/code/file-7', 'new');
    expect(await recording.unchanged()).toBe(false);
    expect(files.waited).toBe(3);
  });

  it('is asked at once for good, though the program pauses now and then', async () => {
    const files = new SlowFiles(0);
    const recording = await recorded(files, 1);
    for (let check = 0; check < 20; check++) {
      files.delay = check % 5 === 0 ? 3 : 0;
      expect(await recording.unchanged()).toBe(true);
    }
    expect(files.waited).toBe(20);
  });

  it('is asked at once again, where the disk was slow for a while', async () => {
    const files = new SlowFiles(3);
    const recording = await recorded(files, 1);
    for (let check = 0; check < 100; check++) await recording.unchanged();
    expect(files.waited).toBe(3);
    files.delay = 0;
    for (let check = 0; check < 10; check++) await recording.unchanged();
    expect(files.waited).toBeGreaterThan(3);
  });
});
