import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../support/paths';
import type { Call, Row } from './row';
import type { GoldenReply } from './runRow';

/** What models read, kept to be read by people: a file a tool, an entry an answer. */
export const goldenFolder = path.join(repositoryRoot, 'test/fixtures/golden');

export function goldenFile(tool: string): string {
  return path.join(goldenFolder, `${tool}.txt`);
}

/** Names of the entries that a row keeps, as `tool: name`. */
export function goldenNames({ steps }: Row): readonly string[] {
  return steps.flatMap((step) =>
    'call' in step && step.golden !== undefined ? [entryName(step.call, step.golden)] : [],
  );
}

export function entryName(tool: string, name: string): string {
  return `${tool}: ${name}`;
}

const HEADING = '=== ';

/** The entries of a tool's file by name. */
export function readGolden(tool: string): ReadonlyMap<string, string> {
  const file = goldenFile(tool);
  if (!existsSync(file)) return new Map();
  const parts = readFileSync(file, 'utf8')
    .split(new RegExp(`^${HEADING}`, 'mu'))
    .slice(1);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1).trimEnd()];
    }),
  );
}

export function writtenGolden(entries: ReadonlyMap<string, string>): string {
  return [...entries].map(([name, text]) => `${HEADING}${name}\n${text}\n`).join('\n');
}

/** The call as the row has it, then each text of the reply; JSON is laid out to be read. */
export function goldenText({ call, reply, folder, storage }: GoldenReply): string {
  const laidOut = reply.texts.map((text) =>
    text.startsWith('{') ? JSON.stringify(JSON.parse(text), null, 2) : text,
  );
  const steady = withoutChance(laidOut.join('\n--- and\n'), folder, storage);
  return [`${call.call} ${shownInput(call)}`, reply.isError ? '--- fails' : '--- answers', steady].join('\n');
}

const INPUT_SHOWN = 120;
const ITEMS_SHOWN = 3;

function shownInput({ input, meta }: Call): string {
  const shown = JSON.stringify(input, (_key, value: unknown) => {
    if (typeof value === 'string' && value.length > INPUT_SHOWN)
      return `${value.slice(0, 20)}… (${[...value].length} characters)`;
    return Array.isArray(value) && value.length > ITEMS_SHOWN
      ? [value[0], `… (${value.length} items)`]
      : value;
  });
  // What looks like a secret belongs into no file.
  const told = shown.replace(/ghp_\w+/gu, '<secret>');
  return meta === undefined ? told : `${told} with ${JSON.stringify(meta)}`;
}

/** Ids, times, places and scores are others in every run: each becomes a name, equal ones the same. */
function withoutChance(text: string, folder: string, storage: string): string {
  const numbered = (kind: string): ((id: string) => string) => {
    const seen: string[] = [];
    return (id) => {
      if (!seen.includes(id)) seen.push(id);
      return `<${kind} ${seen.indexOf(id) + 1}>`;
    };
  };
  return text
    .replaceAll(storage, '<storage>')
    .replaceAll(folder, '<folder>')
    .replaceAll(path.dirname(folder), '<parent>')
    .replaceAll(path.basename(folder), 'otter')
    .replace(/elsewhere-\d+/gu, 'elsewhere')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, numbered('id'))
    .replace(/rel-[0-9a-f]{16}/gu, numbered('judgment'))
    .replace(/rec-[0-9a-f]{16}/gu, '<token>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00/gu, '<time>')
    .replace(/(?<=\[REDACTED:[a-z0-9-]+:)[0-9a-f]{8}/gu, '<hash>')
    .replace(/(?<="tenant_id": ")t-[0-9a-f]+/gu, '<tenant>')
    .replace(/(?<="(?:saved_by|judged_by|replaced_by)": ")(?:contract|chat tool)/gu, '<surface>')
    .replace(/(?<="tool_set": ")\w+/gu, '<set>')
    .replace(/(?<="(?:score|retry_after_seconds)": )[\d.]+/gu, '<number>');
}
