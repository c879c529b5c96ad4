import { describe, expect, it } from 'vitest';
import { countVitest, sum } from '../../../tools/counts';

const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] } as const;

describe('the counts of a test run', () => {
  it('are those of the report', () => {
    const failing = {
      status: 'failed',
      assertionResults: [{ status: 'passed' }, { status: 'failed' }],
    } as const;
    expect(
      countVitest({ success: false, numPassedTests: 2, numFailedTests: 1, testResults: [passing, failing] }),
    ).toEqual({ passed: 2, failed: 1 });
  });

  it('count a file that could not be loaded, and a run that failed outside of its tests', () => {
    const broken = { status: 'failed', assertionResults: [] } as const;
    expect(
      countVitest({ success: false, numPassedTests: 1, numFailedTests: 0, testResults: [passing, broken] }),
    ).toEqual({ passed: 1, failed: 1 });
    expect(
      countVitest({ success: false, numPassedTests: 1, numFailedTests: 0, testResults: [passing] }),
    ).toEqual({ passed: 1, failed: 1 });
  });

  it('add up', () => {
    expect(
      sum([
        { passed: 1, failed: 0 },
        { passed: 2, failed: 3 },
      ]),
    ).toEqual({ passed: 3, failed: 3 });
  });
});
