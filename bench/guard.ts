import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { detectPoisoning } from '../src/guard/poisoning';
import { redactText } from '../src/guard/redact';

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
  milliseconds: number;
}

interface Detector {
  readonly name: string;
  readonly files: readonly string[];
  /** Files whose every text is a negative for this detector, whatever label they carry for another. */
  readonly benignFiles: readonly string[];
  detects(text: string): boolean;
}

const hmac = (text: string): string => createHmac('sha256', 'bench').update(text).digest('hex');

const DETECTORS: readonly Detector[] = [
  {
    name: 'secrets',
    files: ['secrets.jsonl.gz', 'secrets-benign.jsonl.gz'],
    benignFiles: [],
    detects: (text) => redactText(text, hmac).rules.length > 0,
  },
  {
    name: 'poisoning',
    files: ['injection.jsonl.gz'],
    benignFiles: ['secrets-benign.jsonl.gz'],
    detects: (text) => detectPoisoning(text) !== undefined,
  },
];

/** Prints how much of the public samples the guard finds, and how often it is wrong, by source. */
export function run(): Promise<void> {
  const folder = join(process.env.PROJECT_MEMORY_EVAL ?? '../shared/eval', 'guard');
  if (!existsSync(folder)) {
    console.log(
      `No guard samples in ${folder}: set PROJECT_MEMORY_EVAL to a folder that has guard/*.jsonl.gz.`,
    );
    return Promise.resolve();
  }
  const rows = DETECTORS.flatMap((detector) => [...measure(detector, folder)]);
  console.log('| detector | source | found | false alarms | CPU ms a text |');
  console.log('| --- | --- | --- | --- | --- |');
  for (const row of rows) console.log(row);
  return Promise.resolve();
}

function* measure(detector: Detector, folder: string): Generator<string> {
  const bySource = new Map<string, Tally>();
  for (const file of [...detector.files, ...detector.benignFiles]) {
    for (const sample of readSamples(join(folder, file))) {
      const label = detector.benignFiles.includes(file) ? 0 : sample.label;
      count(tallyOf(bySource, sample.source.split('/', 1).join('')), detector, sample.text, label);
    }
  }
  for (const [source, tally] of bySource) {
    const found = tally.positives > 0 ? `${tally.found}/${tally.positives}` : '';
    const wrong = tally.negatives > 0 ? `${tally.falseAlarms}/${tally.negatives}` : '';
    const speed = (tally.milliseconds / (tally.positives + tally.negatives)).toFixed(3);
    yield `| ${detector.name} | ${source} | ${found} | ${wrong} | ${speed} |`;
  }
}

function count(tally: Tally, detector: Detector, text: string, label: 0 | 1): void {
  // Once to compile what this text needs, then on the clock.
  const detected = detector.detects(text);
  const before = process.cpuUsage();
  detector.detects(text);
  const { user, system } = process.cpuUsage(before);
  tally.milliseconds += (user + system) / 1000;
  if (label === 1) {
    tally.positives++;
    if (detected) tally.found++;
  } else {
    tally.negatives++;
    if (detected) tally.falseAlarms++;
  }
}

function tallyOf(bySource: Map<string, Tally>, source: string): Tally {
  const known = bySource.get(source);
  if (known) return known;
  const tally = { positives: 0, found: 0, negatives: 0, falseAlarms: 0, milliseconds: 0 };
  bySource.set(source, tally);
  return tally;
}

function readSamples(file: string): Sample[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Sample);
}
