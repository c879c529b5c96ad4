import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

/** Usage: node esbuild.mjs [--production] [--watch] [--tests] */
const root = import.meta.dirname;
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

/** Names are kept in minified code: stack traces and error names are read by people. */
const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'info',
  legalComments: 'none',
};

const programs = {
  ...common,
  entryPoints: {
    extension: 'src/vscode/extension.ts',
    'mcp-server': 'src/mcp/main.ts',
    'compact-worker': 'src/store/compactWorker.ts',
  },
  outdir: 'dist',
  external: ['vscode'],
  minify: production,
  keepNames: true,
  sourcemap: production ? false : 'linked',
};
for (const [name, file] of Object.entries(programs.entryPoints)) {
  if (!existsSync(path.join(root, file))) delete programs.entryPoints[name];
}

await mkdir(path.join(root, 'dist'), { recursive: true });
await copyFile(
  path.join(root, 'node_modules/sql.js/dist/sql-wasm.wasm'),
  path.join(root, 'dist/sql-wasm.wasm'),
);
if (flags.has('--watch')) {
  const context = await esbuild.context(programs);
  await context.watch();
} else {
  await esbuild.build(programs);
}
