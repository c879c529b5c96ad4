import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MemoryHost } from '../../../src/memory/memoryHost';
import { wasmFile } from '../../support/builtWorker';
import { repository } from '../../support/gitRepository';
import { poll } from '../../support/poll';
import { differences, lookUp, type Answers } from './match';
import type { Call, Caller, Failure, FileChange, Place, Row, StoreFault } from './row';
import { spoilStore } from './storeFaults';
import type { Program, Reply, Surface } from './surface';

const STORE_FAULTS: readonly Place[] = [
  'a store of a newer version',
  'a store that may not be written',
  'a file where the store should be',
  'a store that others always write to first',
];

export interface GoldenReply {
  readonly name: string;
  readonly call: Call;
  readonly reply: Reply;
  /** Names of this run that others have otherwise. */
  readonly folder: string;
  readonly storage: string;
}

/** Whether the row can be run there at all: its tools are served, and what it needs can be done. */
export function isFor({ can, tools }: Surface, { steps, person, place, onlyServers }: Row): boolean {
  const fault = faultOf(place);
  return (
    (person === undefined || can.askPerson) &&
    (onlyServers === undefined || can.serve) &&
    (fault === undefined || can.faults.includes(fault)) &&
    steps.every((step) => {
      if ('passMinutes' in step) return can.passTime;
      if (!('call' in step)) return true;
      return (
        tools.has(step.call) &&
        (step.meta === undefined || can.sendMeta) &&
        (step.cancelled === undefined || can.cancel)
      );
    })
  );
}

/** Runs rows of the table on one surface. Most share a process and a store; each has a folder of its own. */
export class RowRunner {
  readonly #surface: Surface;
  readonly #root = realpathSync(mkdtempSync(path.join(tmpdir(), 'contract-')));
  #shared: Promise<Program> | undefined;
  #rows = 0;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  /** Throws with every difference of the first step that is not as the row says. */
  async run(row: Row): Promise<readonly GoldenReply[]> {
    const number = ++this.#rows;
    const fault = faultOf(row.place);
    // Two repositories of every such row are called alike.
    const isAlone =
      row.alone === true ||
      row.person !== undefined ||
      row.settings !== undefined ||
      row.place === 'two repositories' ||
      fault !== undefined;
    const storage = this.#folder(isAlone ? `store-${number}` : 'store');
    const folders = makePlace(row.place ?? 'a folder', path.join(this.#root, `place-${number}`));
    if (row.settings !== undefined)
      writeFileSync(path.join(storage, 'settings.json'), JSON.stringify(row.settings));
    const restore = fault === undefined ? undefined : await spoilStore(fault, storage);
    const start = (opened: readonly string[]): Promise<Program> =>
      this.#surface.start({
        storage,
        folders: opened,
        ...(row.person === undefined ? {} : { person: row.person }),
        ...(row.settings === undefined ? {} : { callsLimited: true }),
        ...(fault === undefined ? {} : { fault }),
      });
    const programs = new Programs(start, folders, () => this.#folder(`elsewhere-${number}`));
    try {
      if (isAlone) programs.main = await start(folders);
      else await (programs.main = await (this.#shared ??= start(folders))).open(folders);
      return await this.#steps(row, programs, storage, folders[0] ?? this.#root);
    } finally {
      await programs.close(isAlone);
      restore?.();
    }
  }

  async close(): Promise<void> {
    await (await this.#shared)?.close();
    rmSync(this.#root, { recursive: true, force: true });
  }

  async #steps(
    { steps }: Row,
    programs: Programs,
    storage: string,
    folder: string,
  ): Promise<readonly GoldenReply[]> {
    const golden: GoldenReply[] = [];
    const answers = new Map<string, unknown>([['place', { folder, storage, name: path.basename(folder) }]]);
    for (const [at, step] of steps.entries()) {
      if ('passMinutes' in step) {
        this.#surface.pass(step.passMinutes);
      } else if ('restart' in step) {
        await programs.restart();
      } else if ('deleteWorkspace' in step) {
        await deleteWorkspace(storage, path.basename(folder), step.deleteWorkspace);
      } else if (!('call' in step)) {
        changeFile(folder, step);
      } else {
        const program = await programs.get(step.by);
        const input = resolved(step.input, answers) as Record<string, unknown>;
        const options = {
          ...(step.meta === undefined ? {} : { meta: step.meta }),
          ...(step.cancelled === undefined ? {} : { cancelled: step.cancelled }),
        };
        let reply = await program.call(step.call, input, options);
        let faults = faultsOf(step, reply, answers);
        if (step.until === true) {
          await poll(`${step.call} as the row says`, async () => {
            reply = await program.call(step.call, input, options);
            faults = faultsOf(step, reply, answers);
            return faults.length === 0 ? true : undefined;
          }).catch(() => undefined);
        }
        if (faults.length > 0) {
          const asked = JSON.stringify(input).slice(0, 300);
          throw new Error(`Step ${at + 1}, ${step.call} ${asked}:\n${faults.join('\n')}`);
        }
        if (step.as !== undefined) answers.set(step.as, reply.structured ?? envelopeOf(reply));
        if (step.golden !== undefined) golden.push({ name: step.golden, call: step, reply, folder, storage });
      }
    }
    return golden;
  }

  #folder(name: string): string {
    const folder = path.join(this.#root, name);
    mkdirSync(folder, { recursive: true });
    return folder;
  }
}

/** The processes of one row, started when they are needed. */
class Programs {
  main: Program | undefined;
  readonly #start: (folders: readonly string[]) => Promise<Program>;
  readonly #folders: readonly string[];
  readonly #elsewhere: () => string;
  readonly #others = new Map<Caller, Program>();

  constructor(
    start: (folders: readonly string[]) => Promise<Program>,
    folders: readonly string[],
    elsewhere: () => string,
  ) {
    this.#start = start;
    this.#folders = folders;
    this.#elsewhere = elsewhere;
  }

  async get(by: Caller | undefined): Promise<Program> {
    if (by === undefined) {
      if (this.main === undefined) throw new Error('The process was not started.');
      return this.main;
    }
    let program = this.#others.get(by);
    if (program === undefined) {
      program = await this.#start(this.#placeOf(by));
      this.#others.set(by, program);
    }
    return program;
  }

  async restart(): Promise<void> {
    await this.main?.close();
    this.main = await this.#start(this.#folders);
  }

  #placeOf(by: Caller): readonly string[] {
    switch (by) {
      case 'another process':
        return this.#folders;
      case 'a process in another folder':
        return [this.#elsewhere()];
      case 'a process in front':
        return this.#folders.map((folder) => path.join(folder, 'front'));
      case 'a process in back':
        return this.#folders.map((folder) => path.join(folder, 'back'));
    }
  }

  async close(main: boolean): Promise<void> {
    for (const program of this.#others.values()) await program.close();
    if (main) await this.main?.close();
  }
}

function faultOf(place: Place | undefined): StoreFault | undefined {
  return place !== undefined && STORE_FAULTS.includes(place) ? (place as StoreFault) : undefined;
}

/** Folders that are opened there. */
function makePlace(place: Place, folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  switch (place) {
    case 'a repository':
      return [repository(folder)];
    case 'two repositories':
      for (const name of ['front', 'back']) repository(path.join(folder, name));
      return [folder];
    case 'a folder whose declaration is broken':
      writeFileSync(path.join(folder, '.project-memory.json'), '{"project": ');
      return [folder];
    case 'no folder':
      return [];
    default:
      return [folder];
  }
}

/** As the sidebar does it, in a process of its own. */
async function deleteWorkspace(storage: string, project: string, name: string): Promise<void> {
  const host = new MemoryHost({ storageDirectory: storage, runtime: { wasmFile, workerFile: '' } });
  const record = await (await host.catalog()).byName(project);
  if (record === undefined) throw new Error(`There is no project ${project}.`);
  const { kind } = await (await host.projectChanges()).deleteWorkspace(record, name, 'person');
  await host.close();
  if (kind !== 'deleted') throw new Error(`The workspace was not deleted: ${kind}.`);
}

function changeFile(folder: string, step: FileChange): void {
  if ('remove' in step) {
    rmSync(path.join(folder, step.remove));
    return;
  }
  const file = path.join(folder, 'write' in step ? step.write : step.link);
  mkdirSync(path.dirname(file), { recursive: true });
  if ('write' in step) writeFileSync(file, step.text);
  else symlinkSync(step.to, file);
}

/** The input with what it takes from earlier answers. */
function resolved(value: unknown, answers: Answers): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, answers));
  if (typeof value !== 'object' || value === null) return value;
  if ('from' in value && typeof value.from === 'string' && Object.keys(value).length === 1)
    return lookUp(value.from, answers);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolved(part, answers)]));
}

function faultsOf(step: Call, reply: Reply, answers: Answers): readonly string[] {
  const bytes = Buffer.byteLength(reply.texts.join(''));
  return [
    ...(step.fails === undefined
      ? successFaults(step, reply, answers)
      : failureFaults(step.fails, reply, answers)),
    ...(step.atMostBytes !== undefined && bytes > step.atMostBytes
      ? [`the reply has ${bytes} bytes, more than ${step.atMostBytes}`]
      : []),
  ];
}

/** Success: JSON text, and the same object as the structured answer. */
function successFaults(
  step: Call,
  { isError, texts, structured }: Reply,
  answers: Answers,
): readonly string[] {
  if (isError) return [`it failed: ${texts.join('\n')}`];
  if (structured === undefined) return ['there is no structured answer'];
  const allowed = (step.fields ?? []).map((field) => field.replace(/\?$/u, ''));
  const required = (step.fields ?? []).filter((field) => !field.endsWith('?'));
  return [
    ...(texts[0] === JSON.stringify(structured) ? [] : ['the text is not the structured answer']),
    ...(step.answers === undefined ? [] : differences(step.answers, structured, answers)),
    ...(step.fields === undefined
      ? []
      : [
          ...Object.keys(structured)
            .filter((field) => !allowed.includes(field))
            .map((field) => `there is a field ${field}`),
          ...required.filter((field) => !(field in structured)).map((field) => `there is no field ${field}`),
        ]),
  ];
}

/** An error: text alone, and no structured answer. */
function failureFaults(failure: Failure, reply: Reply, answers: Answers): readonly string[] {
  if (!reply.isError) return [`it succeeded: ${reply.texts.join('\n')}`];
  // A model that is told so deletes memories to make room.
  if (/\bfull\b/iu.test(reply.texts.join('\n'))) return ['it says that something is full'];
  const faults = reply.structured === undefined ? [] : ['an error has a structured answer'];
  if (failure.text !== undefined) faults.push(...differences(failure.text, reply.texts[0], answers, 'text'));
  if (failure.code === undefined && failure.says === undefined && failure.details === undefined)
    return faults;
  const { error, ...details } = envelopeOf(reply) as {
    readonly error?: { readonly code: string; readonly message: string };
  };
  if (failure.code !== undefined) faults.push(...differences(failure.code, error?.code, answers, 'code'));
  if (failure.says !== undefined)
    faults.push(...differences(failure.says, error?.message, answers, 'message'));
  if (failure.details !== undefined)
    faults.push(...differences(failure.details, details, answers, 'envelope'));
  return faults;
}

/** The error envelope among the texts; an empty object where there is none. */
function envelopeOf({ texts }: Reply): object {
  const json = texts.find((block) => block.startsWith('{"error"'));
  return json === undefined ? {} : (JSON.parse(json) as object);
}
