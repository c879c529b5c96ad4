import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseHttpAddress, type HttpAddress } from './http/address';

export type ToolSetName = 'none' | 'core' | 'full';

export interface ServerArguments {
  /** Absolute path of the folder that holds the databases. */
  readonly storage: string;
  /** Absolute paths; empty when none was given. */
  readonly workspaces: readonly string[];
  /** The project every call belongs to, whatever the folders say. */
  readonly project?: string;
  readonly tools: ToolSetName;
  /** Where clients on this machine are served; absent: the parent over stdio. */
  readonly http?: HttpAddress;
  /** Tool calls that this process answers in any minute; 0: any number. Absent: as the store's settings say. */
  readonly maxCallsPerMinute?: number;
}

export type ParsedArguments =
  | { readonly kind: 'run'; readonly arguments: ServerArguments }
  | { readonly kind: 'print'; readonly text: string }
  /** `message`: one sentence for each fault, and the next step. */
  | { readonly kind: 'error'; readonly message: string };

export interface ArgumentsEnvironment {
  readonly cwd: string;
  readonly version: string;
  /** PROJECT_MEMORY_PROJECT, when set. */
  readonly project: string | undefined;
  /** What lies at a path: a folder, something else, or nothing. */
  readonly look: (path: string) => 'folder' | 'other' | 'nothing';
}

const TOOL_SETS: readonly ToolSetName[] = ['none', 'core', 'full'];

const USAGE = `Usage: node mcp-server.js --storage DIR [--workspace PATH ...] [--project NAME] [--tools none|core|full]
                          [--http HOST:PORT] [--max-calls-per-minute N]

Serves Project Memory to an MCP client over standard input and output, or over HTTP to clients on this machine.

  --storage DIR      folder that holds the memories (required)
  --workspace PATH   folder the memories belong to; may be repeated. Without it: the client's roots, and
                     when it has none, the working directory (over HTTP: none; calls name the project)
  --project NAME     project of every call, whatever the folders say; also PROJECT_MEMORY_PROJECT
  --tools SET        none, core (default) or full: core and the rest of the family mem_*
  --http HOST:PORT   serves clients on this machine at http://HOST:PORT/mcp instead; HOST is 127.0.0.1,
                     localhost or [::1], PORT 0 takes a free one. Clients send "Authorization: Bearer TOKEN"
                     with the token in the file http-token of the storage; it is printed when it is made
  --max-calls-per-minute N
                     tool calls that are answered in any minute; 0: any number. Default: the setting
                     projectMemory.limits.callsPerMinute, else 600
  --version, --help

Other programs in this file: doctor (checks the store), export (writes a backup). Each has its own --help.`;

const HOW_TO_GET_STORAGE =
  'In VS Code, run the command "Project Memory: Copy MCP Configuration": it copies a configuration with the ' +
  'right path. A configuration that starts the launcher bin/project-memory.mjs needs no --storage.';

/** Parses the server's command line. `argv` is without the program and the script. */
export function parseArguments(argv: readonly string[], environment: ArgumentsEnvironment): ParsedArguments {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(argv);
  } catch (error) {
    // parseArgs names the faulty option in its message.
    return fault(`${error instanceof Error ? error.message : String(error)}.\n\n${USAGE}`);
  }
  if (values.help) return { kind: 'print', text: USAGE };
  if (values.version) return { kind: 'print', text: environment.version };

  const storage = storageFolder(values.storage, environment);
  if (storage.kind === 'error') return storage;

  const workspaces: string[] = [];
  for (const given of values.workspace ?? []) {
    const workspace = absolutePath('--workspace', given, environment.cwd);
    if (workspace.kind === 'error') return workspace;
    if (environment.look(workspace.path) !== 'folder') {
      return fault(
        `--workspace ${workspace.path} is no folder: correct the path, or leave --workspace out to use the client's roots.`,
      );
    }
    workspaces.push(workspace.path);
  }

  const tools = TOOL_SETS.find((name) => name === values.tools);
  if (tools === undefined) {
    return fault(`--tools ${JSON.stringify(values.tools)} is not known: use none, core or full.`);
  }

  const http = values.http === undefined ? undefined : parseHttpAddress(values.http);
  if (typeof http === 'string') return fault(http);

  const calls = values['max-calls-per-minute'];
  if (calls !== undefined && !/^\d{1,9}$/u.test(calls)) {
    return fault(
      `--max-calls-per-minute ${JSON.stringify(calls)} is no number: use 1 or more, or 0 for no limit.`,
    );
  }

  if (values.project !== undefined && values.project.trim() === '') {
    return fault('--project is blank: give the name of a project, or leave it out.');
  }
  // A variable that a shell or a client left empty says nothing.
  const project = values.project ?? (environment.project?.trim() === '' ? undefined : environment.project);

  return {
    kind: 'run',
    arguments: {
      storage: storage.path,
      workspaces,
      tools,
      ...(project === undefined ? {} : { project }),
      ...(http === undefined ? {} : { http }),
      ...(calls === undefined ? {} : { maxCallsPerMinute: Number(calls) }),
    },
  };
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    strict: true,
    allowPositionals: false,
    options: {
      storage: { type: 'string' },
      workspace: { type: 'string', multiple: true },
      project: { type: 'string' },
      tools: { type: 'string', default: 'core' },
      http: { type: 'string' },
      'max-calls-per-minute': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
      version: { type: 'boolean', default: false },
    },
  }).values;
}

/** The folder that holds the databases: every program needs it. It need not exist. */
export function storageFolder(
  given: string | undefined,
  { cwd, look }: Pick<ArgumentsEnvironment, 'cwd' | 'look'>,
): AbsolutePath {
  if (given === undefined) {
    return {
      kind: 'error',
      message: `--storage is missing: the folder that holds the memories. ${HOW_TO_GET_STORAGE}`,
    };
  }
  const storage = absolutePath('--storage', given, cwd);
  if (storage.kind === 'error') return { kind: 'error', message: `${storage.message} ${HOW_TO_GET_STORAGE}` };
  if (look(storage.path) !== 'other') return storage;
  return {
    kind: 'error',
    message: `--storage ${storage.path} is no folder: give the path of one. It is made when it does not exist.`,
  };
}

export type AbsolutePath =
  { readonly kind: 'path'; readonly path: string } | { readonly kind: 'error'; readonly message: string };

/** `~/x` is expanded, because no shell reads a client's configuration file; `${...}` left in it is a fault. */
export function absolutePath(option: string, given: string, cwd: string): AbsolutePath {
  if (given.trim() === '')
    return { kind: 'error', message: `${option} is blank: give the path of a folder.` };
  if (given.includes('${')) {
    return {
      kind: 'error',
      message: `${option} ${JSON.stringify(given)} holds a variable that the client did not replace: write the path in full.`,
    };
  }
  const expanded = given === '~' || /^~[/\\]/.test(given) ? path.join(homedir(), given.slice(1)) : given;
  return { kind: 'path', path: path.resolve(cwd, expanded) };
}

function fault(message: string): ParsedArguments {
  return { kind: 'error', message };
}
