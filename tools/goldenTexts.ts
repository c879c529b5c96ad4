import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  entryName,
  goldenFile,
  goldenFolder,
  goldenNames,
  goldenText,
  readGolden,
  writtenGolden,
} from '../test/mcp/contract/golden';
import { listedTools, listFile, toolSets } from '../test/mcp/contract/listedTools';
import { isFor, RowRunner } from '../test/mcp/contract/runRow';
import { SharedDefinition } from '../test/mcp/contract/sharedDefinition';
import { stdioSurface } from '../test/mcp/contract/stdioSurface';
import { table } from '../test/mcp/contract/table';
import { builtWorker } from '../test/support/builtWorker';

// Usage: node tools/run.mjs tools/goldenTexts.ts [--write]
// Runs the rows of the contract that keep golden texts, and prints those that differ from test/fixtures/golden. With
// --write they are replaced: read the difference, beside the page that the row holds, before it is committed.

const isWriting = process.argv.includes('--write');
const worker = await builtWorker();
const surfaces = [stdioSurface, new SharedDefinition(worker.file)];
const entries = new Map<string, Map<string, string>>();
let differing = 0;

for (const surface of surfaces) {
  const runner = new RowRunner(surface);
  const earlier = surfaces.slice(0, surfaces.indexOf(surface));
  for (const row of table) {
    if (goldenNames(row).length === 0 || !isFor(surface, row)) continue;
    if (earlier.some((other) => isFor(other, row))) continue;
    for (const golden of await runner.run(row)) {
      const { call } = golden.call;
      const text = goldenText(golden);
      if (readGolden(call).get(golden.name) !== text) tell(entryName(call, golden.name), text);
      entries.set(call, (entries.get(call) ?? new Map<string, string>()).set(golden.name, text));
    }
  }
  await runner.close();
}
await worker.dispose();

if (isWriting) {
  mkdirSync(goldenFolder, { recursive: true });
  for (const [tool, texts] of entries) writeFileSync(goldenFile(tool), writtenGolden(texts));
  for (const set of toolSets) writeFileSync(listFile(set), await listedTools(set));
}
console.log(`${differing} texts differ${isWriting ? ', and were written' : ''}.`);
if (differing > 0 && !isWriting) process.exitCode = 1;

function tell(name: string, text: string): void {
  differing++;
  console.log(`${name} in ${path.relative(process.cwd(), goldenFolder)}:\n${text}\n`);
}
