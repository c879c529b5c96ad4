import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { memoryMigrations } from '../src/memory/schema';
import { FORMAT } from '../src/store/base';
import { openStore } from '../src/store/store';
import { builtServer, ServerSession, temporaryFolder } from '../test/support/mcpServer';
import { repositoryRoot } from '../test/support/paths';

// Usage: node tools/run.mjs tools/makeStoreFixture.ts
// Keeps a storage as the server of this source tree writes it, in test/fixtures/store-v<format>: what people have on
// their disks, for test/memory/storedByOldVersions.test.ts to open for ever. To be run once a format, and never again for an old one.

const storage = temporaryFolder('store-fixture-');
const session = await ServerSession.start({ storage, args: ['--project', 'otter'], clientName: 'fixture' });
await session.ok('mem_save', {
  title: 'Where the otter lives',
  content: 'By the river.',
  type: 'discovery',
  topic_key: 'otter/home',
});
await session.ok('mem_save', {
  title: 'Where the otter lives',
  content: 'By the lake: the river froze. \u{1F9A6} Выдра.',
  type: 'discovery',
  topic_key: 'otter/home',
});
await session.ok('remember', { content: 'It eats fish.', source_id: 'docs/otter.md', fact_key: 'diet' });
await session.ok('memory', {
  action: 'save',
  category: 'preferences',
  key: 'language',
  value: 'Answers in Russian',
});
await session.ok('memory', { action: 'save', category: 'other', key: 'gone', value: 'Forgotten since' });
await session.ok('memory', { action: 'forget', category: 'other', key: 'gone' });
await session.close();

const [project] = readdirSync(path.join(storage, 'projects'));
if (project === undefined) throw new Error('The server made no project.');
// A compacted base, the one before, and changes after it.
const store = await openStore(path.join(storage, 'projects', project), memoryMigrations, {
  wasmFile: path.join(repositoryRoot, 'node_modules/sql.js/dist/sql-wasm.wasm'),
  workerFile: path.join(path.dirname(await builtServer()), 'compact-worker.js'),
});
await store.compact();
await store.close();
const again = await ServerSession.start({ storage, args: ['--project', 'otter'], clientName: 'fixture' });
await again.ok('remember', { content: 'It eats crabs.', source_id: 'docs/otter.md', fact_key: 'diet' });
await again.close();

const target = path.join(repositoryRoot, `test/fixtures/store-v${FORMAT}`);
rmSync(target, { recursive: true, force: true });
for (const entry of readdirSync(storage, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = path.join(entry.parentPath, entry.name);
  const kept = path.join(target, `${path.relative(storage, file)}.gz`);
  mkdirSync(path.dirname(kept), { recursive: true });
  writeFileSync(kept, gzipSync(readFileSync(file), { level: 9 }));
}
