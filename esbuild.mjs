import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

// Usage: node esbuild.mjs [--production] [--tests], or --watch
// Builds the programs of the extension into dist/, and with --tests what runs inside VS Code to test it into out/.

const root = import.meta.dirname;
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  logLevel: 'warning',
  legalComments: 'none',
  sourcemap: production ? false : 'linked',
};

/** The extension loads its engine as a file of its own, on first need. */
const engineApart = {
  name: 'engine-apart',
  setup(build) {
    build.onResolve({ filter: /\/engine$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './engine.js', external: true } : undefined,
    );
  },
};

const programs = Object.entries({
  extension: 'src/vscode/extension.ts',
  engine: 'src/vscode/engine.ts',
  'mcp-server': 'src/mcp/main.ts',
  'compact-worker': 'src/memory/compactWorker.ts',
}).map(([name, file]) => ({
  ...common,
  entryPoints: { [name]: file },
  outdir: 'dist',
  external: ['vscode'],
  plugins: [engineApart],
  define: { PROJECT_MEMORY_VERSION: JSON.stringify(version) },
  minify: production,
  // Names of classes and functions are read by people: in error names and stack traces.
  keepNames: production,
}));

const suites = {
  ...common,
  entryPoints: readdirSync(path.join(root, 'test/editor/host'))
    .filter((name) => name === 'index.ts' || name.endsWith('.test.ts'))
    .map((name) => `test/editor/host/${name}`),
  outdir: 'out/editor',
  external: ['vscode', 'mocha'],
};

const scriptedModel = {
  ...common,
  entryPoints: ['test/editor/scripted-model/extension.ts'],
  outdir: 'out/scripted-model',
  external: ['vscode'],
};

await copy('node_modules/sql.js/dist/sql-wasm.wasm', 'dist/sql-wasm.wasm');
await copy('tools/semantic/word-vectors.bin.gz', 'dist/word-vectors.bin.gz');
if (flags.has('--tests')) {
  await copy('test/editor/scripted-model/package.json', 'out/scripted-model/package.json');
}
if (flags.has('--watch')) await watch();
else await build(flags.has('--tests') ? [...programs, suites, scriptedModel] : programs);

/** One broken program does not keep the others from being built. esbuild prints the errors. */
async function build(all) {
  const results = await Promise.allSettled(all.map((options) => esbuild.build(options)));
  if (results.some((result) => result.status === 'rejected')) process.exitCode = 1;
}

/** Rebuilds the programs on every change. The watch task of the editor waits for the lines printed. */
async function watch() {
  const report = {
    name: 'report',
    setup(build) {
      build.onStart(() => console.log('[watch] build started'));
      build.onEnd(() => console.log('[watch] build finished'));
    },
  };
  const context = await esbuild.context({
    ...programs[0],
    entryPoints: Object.assign({}, ...programs.map((program) => program.entryPoints)),
    plugins: [engineApart, report],
  });
  await context.watch();
}

async function copy(from, to) {
  await mkdir(path.dirname(path.join(root, to)), { recursive: true });
  await copyFile(path.join(root, from), path.join(root, to));
}
