import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { detectPoisoning } from '../src/guard/poisoning';
import { redactText } from '../src/guard/redact';
import { hostileTexts } from '../test/support/hostileTexts';
import { PROSE_SENTENCES } from '../test/unit/guard/proseSentences';

interface Sample {
  readonly text: string;
  /** 1: a secret or an attack; 0: neither. */
  readonly label: 0 | 1;
  readonly source: string;
}

interface Tally {
  positives: number;
  found: number;
  negatives: number;
  falseAlarms: number;
}

type Detector = (text: string) => boolean;
type Tallies = ReadonlyMap<string, Tally>;

/** What other programs reach on the same public samples, both halves of them together. */
const OTHERS = {
  secrets: [
    ['secretlint preset-recommend 12', '18/119', '22/90', '7/249', '1/6868', '0.02'],
    ['222 rules of gitleaks', '66/119', '89/90', '58/249', '0/6868', '0.05'],
    ['both', '67/119', '89/90', '62/249', '1/6868', '0.07'],
  ],
  poisoning: [
    ["14 expressions of a cloud vendor's sample", '20 %', '0 %', '0 %', '0 %'],
    ['a pattern library', '20 %', '0 %', '3 %', '1-2 %'],
    ['a small statistical classifier', '42 %', '50 %', '37 %', '12-59 %'],
  ],
} as const;

const DEVELOPER_SOURCES = ['dev-commits', 'dev-tldr', 'dev-adr'];

const hmac = (text: string): string => createHmac('sha256', 'bench').update(text).digest('hex');
const findsSecret: Detector = (text) => redactText(text, hmac).rules.length > 0;
const findsPoison: Detector = (text) => detectPoisoning(text) !== undefined;

/** Prints what the guard finds beside others on public samples, how often it is wrong, and what it costs. */
export function run(): Promise<void> {
  const folder = join(process.env.PROJECT_MEMORY_EVAL ?? '../shared/eval', 'guard');
  if (existsSync(folder)) {
    printPublicSamples(folder);
  } else {
    console.log(
      `No guard samples in ${folder}: set PROJECT_MEMORY_EVAL to a folder that has guard/*.jsonl.gz.`,
    );
  }
  printProse();
  printHostile();
  return Promise.resolve();
}

function printPublicSamples(folder: string): void {
  const labelled = readSamples(join(folder, 'secrets.jsonl.gz'));
  const benign = readSamples(join(folder, 'secrets-benign.jsonl.gz')).map(negative);
  const injection = readSamples(join(folder, 'injection.jsonl.gz'));
  const secrets = tally([...labelled, ...benign], findsSecret);
  const poisoning = tally([...injection, ...benign], findsPoison);

  const found = (tallies: Tallies, source: string): string =>
    ratio(tallies.get(source), 'found', 'positives');
  const wrong = (tallies: Tallies, sources: readonly string[]): string =>
    ratio(sum(tallies, sources), 'falseAlarms', 'negatives');
  table(
    [
      'secrets',
      'fake-leaks valid',
      'gitleaks literals',
      'detect-secrets',
      'benign: false alarms',
      'ms a text',
    ],
    [
      ...OTHERS.secrets,
      [
        'this guard',
        found(secrets, 'fake-leaks'),
        found(secrets, 'gitleaks'),
        found(secrets, 'detect-secrets'),
        wrong(secrets, sourcesOf(benign)),
        millisecondsEach(benign, findsSecret),
      ],
    ],
  );
  table(
    ['poisoning', 'AgentDojo', 'MemoryGraft', 'NotInject: false alarms', 'developer text: false alarms'],
    [
      ...OTHERS.poisoning,
      [
        'this guard',
        found(poisoning, 'agentdojo'),
        found(poisoning, 'memorygraft'),
        wrong(poisoning, ['NotInject']),
        wrong(poisoning, [...DEVELOPER_SOURCES, ...sourcesOf(benign)]),
      ],
    ],
  );
  printSources('secrets', secrets);
  console.log(`| secrets | all look-alikes | | ${wrong(secrets, sourcesOf(labelled))} |`);
  printSources('poisoning', poisoning);
  const kilobytes = benign.reduce((bytes, { text }) => bytes + Buffer.byteLength(text), 0) / 1024;
  console.log(
    `\nCPU ms a KB of benign text: secrets ${cpuMilliseconds(benign, findsSecret, kilobytes)}, poisoning ${cpuMilliseconds(benign, findsPoison, kilobytes)}.`,
  );
}

function printSources(detector: string, tallies: Tallies): void {
  console.log(`\n| detector | source | found | false alarms |\n| --- | --- | --- | --- |`);
  for (const [source, one] of tallies) {
    const found = one.positives > 0 ? ratio(one, 'found', 'positives') : '';
    const wrong = one.negatives > 0 ? ratio(one, 'falseAlarms', 'negatives') : '';
    console.log(`| ${detector} | ${source} | ${found} | ${wrong} |`);
  }
}

function printProse(): void {
  const samples = PROSE_SENTENCES.map(({ language, text, secret }): Sample => {
    return { text, source: language, label: secret === undefined ? 0 : 1 };
  });
  printSources('prose', tally(samples, findsSecret));
}

/** The longest that any text of 100,000 characters takes. */
function printHostile(): void {
  const slowest = (detect: Detector): string =>
    Math.max(...hostileTexts().map((text) => Number(cpuMilliseconds([{ text }], detect, 1)))).toFixed(0);
  console.log(
    `\nSlowest of ${hostileTexts().length} hostile texts of 100,000 characters, CPU ms: secrets ${slowest(findsSecret)}, poisoning ${slowest(findsPoison)}.`,
  );
}

function tally(samples: readonly Sample[], detect: Detector): Tallies {
  const tallies = new Map<string, Tally>();
  for (const { text, label, source } of samples) {
    const one = tallies.get(source) ?? { positives: 0, found: 0, negatives: 0, falseAlarms: 0 };
    tallies.set(source, one);
    const detected = detect(text) ? 1 : 0;
    if (label === 1) {
      one.positives++;
      one.found += detected;
    } else {
      one.negatives++;
      one.falseAlarms += detected;
    }
  }
  return tallies;
}

function sum(tallies: Tallies, sources: readonly string[]): Tally {
  const total = { positives: 0, found: 0, negatives: 0, falseAlarms: 0 };
  for (const source of sources) {
    const one = tallies.get(source);
    if (one === undefined) continue;
    total.negatives += one.negatives;
    total.falseAlarms += one.falseAlarms;
  }
  return total;
}

function ratio(one: Tally | undefined, part: keyof Tally, whole: keyof Tally): string {
  return one === undefined ? 'no samples' : `${one[part]}/${one[whole]}`;
}

function sourcesOf(samples: readonly Sample[]): readonly string[] {
  return [...new Set(samples.map(({ source }) => source))];
}

function negative(sample: Sample): Sample {
  return { ...sample, label: 0 };
}

function millisecondsEach(samples: readonly Sample[], detect: Detector): string {
  return cpuMilliseconds(samples, detect, samples.length);
}

/** Processor time of one round over the samples, the better of two after one to warm up, per `units`. */
function cpuMilliseconds(
  samples: readonly { readonly text: string }[],
  detect: Detector,
  units: number,
): string {
  const rounds = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    for (const { text } of samples) detect(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return (Math.min(...rounds.slice(1)) / units).toFixed(3);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map(() => ' --- |').join('')}`);
  for (const row of rows) console.log(`| ${row.join(' | ')} |`);
}

function readSamples(file: string): Sample[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => {
    const sample = JSON.parse(line) as Sample;
    return { ...sample, source: sample.source.split('/', 1).join('') };
  });
}
