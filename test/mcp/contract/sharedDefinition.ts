import { homedir } from 'node:os';
import { MemoryHost } from '../../../src/memory/memoryHost';
import { SettingsFile } from '../../../src/memory/settingsFile';
import { NodeFilePort } from '../../../src/project/nodeFilePort';
import { ProjectResolver } from '../../../src/project/projectResolver';
import { coreTools } from '../../../src/tools/coreTools';
import { runTool } from '../../../src/tools/runTool';
import type { ToolContext } from '../../../src/tools/tool';
import { wasmFile } from '../../support/builtWorker';
import { alwaysOvertaken } from './storeFaults';
import type { Program, ProgramOptions, Surface } from './surface';

/**
 * What the editor's language-model tools call, with all that is behind it, under a clock of the test. The editor
 * itself has tests of its own.
 */
export class SharedDefinition implements Surface {
  readonly name = 'the definition that the language-model tools call';
  readonly tools = new Set(coreTools.map(({ name }) => name));
  readonly can = {
    passTime: true,
    serve: false,
    sendMeta: false,
    cancel: true,
    askPerson: false,
    faults: ['a store that others always write to first'],
  } as const;
  readonly #workerFile: string;
  #passedMs = 0;

  constructor(workerFile: string) {
    this.#workerFile = workerFile;
  }

  start({ storage, folders, fault }: ProgramOptions): Promise<Program> {
    const now = (): Date => new Date(Date.now() + this.#passedMs);
    const settings = new SettingsFile(storage, () => undefined);
    const host = new MemoryHost({
      settings: () => settings.current(),
      storageDirectory: storage,
      runtime: {
        wasmFile,
        workerFile: this.#workerFile,
        ...(fault === 'a store that others always write to first' ? alwaysOvertaken(storage) : {}),
      },
      now,
    });
    let opened = folders;
    const projects = new ProjectResolver({
      files: new NodeFilePort(),
      catalog: () => host.catalog(),
      folders: () => opened,
      home: homedir(),
      trusted: () => true,
      now,
    });
    const context: ToolContext = { host, projects, savedBy: 'chat tool', toolSet: 'core' };
    return Promise.resolve({
      call: (name, input, { cancelled }) => {
        const tool = coreTools.find((each) => each.name === name);
        if (tool === undefined) throw new Error(`There is no tool ${name}.`);
        return runTool(
          tool,
          input,
          cancelled === true ? { ...context, signal: AbortSignal.abort() } : context,
        );
      },
      open: (others) => {
        opened = others;
        return Promise.resolve();
      },
      close: () => host.close(),
    });
  }

  pass(minutes: number): void {
    this.#passedMs += minutes * 60_000;
  }
}
