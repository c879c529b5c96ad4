import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { WordVectors } from '../search/semantic/wordVectors';
import { runCompactWorker } from '../store/compactWorker';
import { memoryIndex } from './memoryIndex';
import { WORD_VECTORS_FILE } from './wordVectorsFile';

/** The table beside this program; without it the index has no vectors, and who reads it makes them. */
function readTable(): WordVectors | undefined {
  let bytes: Uint8Array;
  try {
    bytes = gunzipSync(readFileSync(path.join(__dirname, WORD_VECTORS_FILE)));
  } catch {
    return undefined;
  }
  const reading = WordVectors.read(bytes);
  for (;;) {
    const step = reading.next();
    if (step.done === true) return step.value;
  }
}

// The program of the worker thread that compacts databases.
void runCompactWorker([memoryIndex(readTable)]);
