import { homedir } from 'node:os';
import type { MemoryHost } from '../memory/memoryHost';
import { NodeFilePort } from '../project/nodeFilePort';
import { ProjectResolver } from '../project/projectResolver';
import type { CallLimit } from '../tools/callLimit';
import { coreTools } from '../tools/coreTools';
import { fullTools } from '../tools/fullTools';
import { runTool } from '../tools/runTool';
import type { ServerArguments } from './arguments';
import { elicitConsent } from './consent';
import { elicitProject } from './elicitation';
import { instructions, instructionsWithoutTools } from './instructions';
import { WorkspaceFolders } from './roots';
import { sessionParts } from './sessionParts';
import { ToolServer } from './toolServer';

export interface ClientSessionOptions {
  readonly host: MemoryHost;
  /** Of the whole process, whatever sessions its calls come from. */
  readonly callLimit: CallLimit;
  readonly arguments: ServerArguments;
  /** Folder of a client that names none; undefined: such a client has no folder. */
  readonly cwd: string | undefined;
  readonly version: string;
  readonly log: (message: string) => void;
}

/** Puts together what serves one client: its folders, its project, its tools. Not yet connected. */
export function makeClientSession(options: ClientSessionOptions): ToolServer {
  const { host, callLimit, cwd, version, log } = options;
  const { tools: toolSet, workspaces, project } = options.arguments;
  const tools = { none: [], core: coreTools, full: fullTools }[toolSet];
  const { parts, foldersChanged } = sessionParts({
    tools,
    // Resources are read alone: nothing is saved under this name.
    context: (signal) => ({
      host,
      projects,
      toolSet,
      savedBy: 'MCP client',
      ...(signal === undefined ? {} : { signal }),
    }),
    log,
  });
  const server: ToolServer = new ToolServer({
    version,
    instructions: tools.length === 0 ? instructionsWithoutTools : instructions,
    tools,
    parts,
    log,
    call: (tool, input, caller) =>
      runTool(tool, input, {
        host,
        projects,
        toolSet,
        callLimit,
        ...(server.supportsElicitation()
          ? { confirm: (question) => elicitConsent(server, question, caller.signal, log) }
          : {}),
        ...caller,
      }),
  });
  const folders = new WorkspaceFolders({ given: workspaces, cwd, client: server, log });
  const projects: ProjectResolver = new ProjectResolver({
    files: new NodeFilePort(),
    catalog: () => host.catalog(),
    folders: () => folders.list(),
    override: () => project,
    ask: elicitProject(server, log),
    home: homedir(),
    trusted: () => true,
    now: () => new Date(),
  });
  server.onRootsChanged = () => {
    folders.changed();
    foldersChanged();
  };
  return server;
}
