import { describe, expect, it } from 'vitest';
import { countVitest, retriedTests, sum } from '../../../tools/counts';

const passed = { status: 'passed', fullName: 'adds up', failureMessages: [] } as const;
const failed = { status: 'failed', fullName: 'fails', failureMessages: ['Error: no'] } as const;
const passing = { status: 'passed', assertionResults: [passed] } as const;

describe('the counts of a test run', () => {
  it('are those of the report', () => {
    const failing = { status: 'failed', assertionResults: [passed, failed] } as const;
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

  it('name the tests that passed at their second attempt, and those alone', () => {
    const again = { status: 'passed', fullName: 'opens a row', failureMessages: ['Error: moved'] } as const;
    const file = { status: 'failed', assertionResults: [passed, again, failed] } as const;
    const report = { success: false, numPassedTests: 2, numFailedTests: 1, testResults: [passing, file] };
    expect(retriedTests(report)).toEqual(['opens a row: Error: moved']);
    expect(countVitest(report)).toEqual({ passed: 2, failed: 1 });
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
