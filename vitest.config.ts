import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // All cores: many tests wait for processes and disks.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'core',
          include: ['test/**/*.test.ts'],
          exclude: ['test/editor/**', '**/node_modules/**'],
          pool: 'forks',
          // Waits name what they wait for after half of this time (test/support/poll.ts).
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // A real VS Code in a real browser, with the packaged .vsix: one window at a time.
        test: {
          name: 'ui',
          include: ['test/editor/ui/**/*.test.ts'],
          globalSetup: 'test/editor/ui/setup.ts',
          pool: 'forks',
          poolOptions: { forks: { singleFork: true } },
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
