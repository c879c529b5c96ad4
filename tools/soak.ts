import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '../test/support/paths';

// Usage: npm run test:soak [-- FILE ...]
// The tests of the store at length: hours where npm test takes seconds. STORE_PROGRAMS sets the number of programs.

const files = process.argv.slice(2);
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'core',
    ...(files.length > 0 ? files : ['test/store', 'test/mcp/manyServers', 'test/memory/interruptedImport']),
  ],
  { cwd: repositoryRoot, stdio: 'inherit', env: { ...process.env, STORE_SOAK: '1' } },
);
process.exitCode = status ?? 1;
