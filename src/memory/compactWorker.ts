import { runCompactWorker } from '../store/compactWorker';
import { memoryIndex } from './memoryIndex';

// The program of the worker thread that compacts databases.
void runCompactWorker([memoryIndex]);
