import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import util from 'node:util';
import Mocha from 'mocha';

/**
 * What VS Code loads in the extension host (`extensionTestsPath`): runs every suite beside this file. Environment:
 * EDITOR_TEST_REPORT, a file for the report (default: the console); EDITOR_TEST_RESULT, a JSON file for the counts;
 * EDITOR_TEST_GREP, a pattern of the tests to run.
 */
export async function run(): Promise<void> {
  const report = process.env['EDITOR_TEST_REPORT'];
  if (report !== undefined) {
    // The host's own console.log cannot be replaced, and the server swallows it.
    Mocha.reporters.Base.consoleLog = (...line: unknown[]): void => {
      appendFileSync(report, `${util.format(...line)}\n`);
    };
  }
  const pattern = process.env['EDITOR_TEST_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    color: false,
    timeout: 120_000,
    forbidOnly: true,
    forbidPending: true,
    ...(pattern === undefined ? {} : { grep: new RegExp(pattern) }),
  });
  for (const file of readdirSync(__dirname).sort()) {
    if (file.endsWith('.test.js')) mocha.addFile(path.join(__dirname, file));
  }
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const { passes = 0 } = runner.stats ?? {};
      const result = process.env['EDITOR_TEST_RESULT'];
      if (result !== undefined) writeFileSync(result, JSON.stringify({ passed: passes, failed: failures }));
      if (failures === 0) resolve();
      else reject(new Error(`${failures} failed`));
    });
  });
}
