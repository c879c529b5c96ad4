import fc from 'fast-check';
import { describe, it } from 'vitest';
import { extent } from '../support/extent';
import { runProgram, storePrograms } from '../support/storeProgram';

const PROGRAMS = Math.ceil(extent.programs / 2);

describe('random programs of several processes under kills and a faulty disk', () => {
  it(
    'lose no acknowledged write, have none twice or by half, and agree',
    async () => {
      const programs = storePrograms(extent.phasesOfProgram, ['close', 'kill']);
      await fc.assert(fc.asyncProperty(programs, runProgram), { numRuns: PROGRAMS });
    },
    60_000 + PROGRAMS * 300,
  );
});
