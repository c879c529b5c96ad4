import { afterAll } from 'vitest';
import { builtWorker } from '../../support/builtWorker';
import { SharedDefinition } from './sharedDefinition';
import { testRows } from './testRows';

const worker = await builtWorker();
afterAll(() => worker.dispose());

testRows(new SharedDefinition(worker.file));
