export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

export function sum(all: readonly Counts[]): Counts {
  return {
    passed: all.reduce((total, counts) => total + counts.passed, 0),
    failed: all.reduce((total, counts) => total + counts.failed, 0),
  };
}

export interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly status: 'passed' | 'failed';
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      /** Of a test that passed: why its earlier attempts did not. */
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/**
 * Counts of a report of vitest's JSON reporter. A file that failed before any of its tests did counts as one failure,
 * and so does a run that failed outside of all tests.
 */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && !report.success ? 1 : failed };
}

/** Tests that passed, but not at their first attempt: what they are called, and what went wrong with them. */
export function retriedTests(report: VitestReport): readonly string[] {
  return report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0] ?? ''}`);
}
