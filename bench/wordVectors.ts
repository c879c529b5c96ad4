import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WordVectors } from '../src/search/semantic/wordVectors';
import { repositoryRoot } from '../test/support/paths';

/** The table of word vectors that is shipped, or another one that PROJECT_MEMORY_WORD_VECTORS names. */
export function readTable(): WordVectors {
  const shipped = path.join(repositoryRoot, 'tools/semantic/word-vectors.bin.gz');
  const file = process.env['PROJECT_MEMORY_WORD_VECTORS'] ?? shipped;
  const reading = WordVectors.read(gunzipSync(readFileSync(file)));
  for (;;) {
    const step = reading.next();
    if (step.done !== true) continue;
    if (step.value === undefined) throw new Error(`${file} is no table of word vectors.`);
    return step.value;
  }
}
