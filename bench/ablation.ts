import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { measureQuality, readRetrievalSets } from './retrievalSets';
import type { Quality } from './retrievalSets';
import type { ranking } from './ranking';
import { readTable } from './wordVectors';

/** An ingredient of the ranking, and what takes its place: exports of one module of src/search. */
interface Ingredient {
  readonly name: string;
  readonly module: string;
  readonly instead: string;
}

const WITHOUT: readonly Ingredient[] = [
  { name: 'stemming', module: 'stem', instead: 'export const stem = (word) => word;' },
  { name: 'irregular forms', module: 'irregular', instead: 'export const baseForm = (word) => word;' },
  {
    name: 'identifier parts',
    module: 'identifiers',
    instead:
      'export const isCompoundSeparator = () => false; export const separatorRank = () => 0; export const identifierParts = () => [];',
  },
  {
    name: 'bigrams of scripts without spaces',
    module: 'bigrams',
    instead: 'export const bigrams = (units) => [units.join("")];',
  },
  { name: 'stop words', module: 'stopWords', instead: 'export const isStopWord = () => false;' },
  {
    name: 'n-grams (similar terms)',
    module: 'grams',
    instead: 'export const hasSimilarTerms = () => false;',
  },
  {
    name: 'words close together',
    module: 'parameters',
    instead: 'export const parameters = { ...original.parameters, pairWeight: 0 };',
  },
  { name: 'feedback', module: 'feedback', instead: 'export const addFeedback = () => {};' },
  { name: 'meaning', module: 'semantic/meaning', instead: 'export const meaningOf = () => undefined;' },
  {
    name: 'nearness of whole texts',
    module: 'parameters',
    instead: 'export const parameters = { ...original.parameters, meaningWeight: 0, meaningMass: 0 };',
  },
  {
    name: 'terms near absent words',
    module: 'parameters',
    instead: 'export const parameters = { ...original.parameters, maxSynonyms: 0 };',
  },
  {
    name: 'second stage',
    module: 'parameters',
    instead: 'export const parameters = { ...original.parameters, secondStage: 0 };',
  },
];

/** Prints what each ingredient of the ranking gains: the mean of all sets without it. */
export async function run(): Promise<void> {
  const sets = readRetrievalSets(path.resolve(process.env['PROJECT_MEMORY_EVAL'] ?? '../shared/eval'));
  if (sets === undefined) {
    console.log('No table: set PROJECT_MEMORY_EVAL to the folder of the retrieval sets.');
    return;
  }
  console.log('Mean recall at 15 / nDCG at 10, and the sets that lose most in nDCG:');
  const table = readTable();
  const measure = async (without?: Ingredient): Promise<readonly Quality[]> => {
    const rank = await buildRanking(without);
    return sets.map((set) => measureQuality(set, (documents) => rank(documents, 15, table)));
  };
  const whole = await measure();
  printRow('all ingredients', whole, '');
  for (const ingredient of WITHOUT) {
    const measured = await measure(ingredient);
    const losses = sets
      .map((set, i) => ({ name: set.name, loss: (whole[i]?.ndcg ?? 0) - (measured[i]?.ndcg ?? 0) }))
      .sort((a, b) => b.loss - a.loss)
      .slice(0, 2)
      .map(({ name, loss }) => `${name} ${(-loss).toFixed(3)}`);
    printRow(`without ${ingredient.name}`, measured, losses.join(', '));
  }
}

function printRow(name: string, measured: readonly Quality[], note: string): void {
  const mean = (of: (quality: Quality) => number): string =>
    (measured.reduce((sum, quality) => sum + of(quality), 0) / measured.length).toFixed(4);
  console.log(`${name.padEnd(44)}${mean(({ recall }) => recall)}/${mean(({ ndcg }) => ndcg)}   ${note}`);
}

/** Bundles the ranking anew, with one module's exports replaced. */
async function buildRanking(without: Ingredient | undefined): Promise<typeof ranking> {
  const outfile = path.resolve('out/bench/ablation', `${without?.name.replace(/\W+/g, '-') ?? 'all'}.mjs`);
  await esbuild.build({
    entryPoints: ['bench/ranking.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
    plugins: without === undefined ? [] : [replacing(without)],
  });
  const built = (await import(pathToFileURL(outfile).href)) as { readonly ranking: typeof ranking };
  return built.ranking;
}

/** The module's own exports stand where the replacement has none of the same name. */
function replacing({ module, instead }: Ingredient): esbuild.Plugin {
  return {
    name: 'replacing',
    setup(build) {
      const file = path.resolve('src/search', `${module}.ts`);
      build.onLoad({ filter: /\.ts$/ }, (args) =>
        args.path === file && args.suffix === ''
          ? {
              contents: `import * as original from './${path.basename(file, '.ts')}?original'; export * from './${path.basename(file, '.ts')}?original'; ${instead}`,
              loader: 'js',
              resolveDir: path.dirname(file),
            }
          : undefined,
      );
      build.onResolve({ filter: /\?original$/ }, () => ({ path: file, suffix: '?original' }));
    },
  };
}
