import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** One public set: documents and queries live in groups; a query sees only its own. */
export interface RetrievalSet {
  readonly name: string;
  readonly groups: readonly {
    readonly documents: readonly { readonly id: string; readonly text: string }[];
    readonly queries: readonly { readonly text: string; readonly relevant: ReadonlySet<string> }[];
  }[];
}

/** Recall among the first 15 and nDCG among the first 10, over the queries that have a relevant document. */
export interface Quality {
  readonly recall: number;
  readonly ndcg: number;
}

/** The sets below `<folder>/<kind>`, by name; undefined when the folder is not there. */
export function readRetrievalSets(
  folder: string,
  kind: 'retrieval' | 'crosslingual' = 'retrieval',
): RetrievalSet[] | undefined {
  const root = join(folder, kind);
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .sort()
    .map((name) => readSet(join(root, name), name));
}

interface Line {
  readonly id: string;
  readonly text: string;
  readonly group?: string;
}

function readSet(folder: string, name: string): RetrievalSet {
  const corpus = readLines<Line>(join(folder, 'corpus.jsonl.gz'));
  const queries = readLines<Line>(join(folder, 'queries.jsonl.gz'));
  const relevant = new Map<string, Set<string>>();
  for (const { q, d, rel } of readLines<{ q: string; d: string; rel: number }>(
    join(folder, 'qrels.jsonl.gz'),
  )) {
    if (rel > 0) relevant.set(q, (relevant.get(q) ?? new Set()).add(d));
  }
  const groups = new Map<string, Line[]>();
  for (const line of corpus) {
    const group = line.group ?? '';
    const lines = groups.get(group);
    if (lines === undefined) groups.set(group, [line]);
    else lines.push(line);
  }
  return {
    name,
    groups: [...groups].map(([group, documents]) => ({
      documents,
      queries: queries
        .filter((query) => (query.group ?? '') === group && relevant.has(query.id))
        .map((query) => ({ text: query.text, relevant: relevant.get(query.id) ?? new Set<string>() })),
    })),
  };
}

function readLines<T>(path: string): T[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Runs every query of a set against a peer. `index` makes the peer's answer to one group. */
export function measureQuality(
  set: RetrievalSet,
  index: (
    documents: readonly { readonly id: string; readonly text: string }[],
  ) => (query: string) => readonly string[],
): Quality {
  let recall = 0;
  let ndcg = 0;
  let count = 0;
  for (const group of set.groups) {
    const answer = index(group.documents);
    for (const { text, relevant } of group.queries) {
      const ids = answer(text).slice(0, 15);
      count++;
      recall += ids.filter((id) => relevant.has(id)).length / relevant.size;
      ndcg += discountedGain(ids.slice(0, 10).map((id) => relevant.has(id))) / idealGain(relevant.size);
    }
  }
  return { recall: recall / count, ndcg: ndcg / count };
}

function discountedGain(relevant: readonly boolean[]): number {
  return relevant.reduce((sum, gain, i) => sum + (gain ? 1 / Math.log2(i + 2) : 0), 0);
}

function idealGain(relevant: number): number {
  return discountedGain(Array.from({ length: Math.min(10, relevant) }, () => true));
}
