import path from 'node:path';
import { parseArgs } from 'node:util';
import { backUp, type Backup } from '../memory/backup';
import { timestamp } from '../memory/timestamp';
import { absolutePath, storageFolder } from './arguments';
import { explainFailure, FAILED, OK, USAGE_ERROR, type CommandEnvironment } from './command';

const USAGE = `Usage: node mcp-server.js export --storage DIR --sqlite FILE [--project NAME] [--force]

Writes the memories as one ordinary SQLite file, while others may be writing. Table memory holds them all;
its column area is "user" or the id of a project, which table area names.

  --storage DIR    folder that holds the memories (required)
  --sqlite FILE    the file to write (required)
  --project NAME   the memories of this project alone (name or id)
  --force          replace FILE when it exists

Exit status: 0 written, 1 not written, 2 bad arguments.`;

/** The subcommand `export`. Answers the exit status. */
export async function exportCommand(
  argv: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  const refuse = (message: string): number => {
    environment.complain(message);
    return USAGE_ERROR;
  };
  let values: ReturnType<typeof parse>;
  try {
    values = parse(argv);
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}.\n\n${USAGE}`);
  }
  if (values.help) {
    environment.print(`${USAGE}\n`);
    return OK;
  }
  const storage = storageFolder(values.storage, environment);
  if (storage.kind === 'error') return refuse(storage.message);
  if (environment.look(storage.path) === 'nothing') {
    return refuse(`--storage ${storage.path} does not exist: there is nothing to export.`);
  }
  if (values.sqlite === undefined) return refuse('--sqlite is missing: the file to write the memories to.');
  const file = absolutePath('--sqlite', values.sqlite, environment.cwd);
  if (file.kind === 'error') return refuse(file.message);
  if (environment.look(file.path) === 'folder') {
    return refuse(`--sqlite ${file.path} is a folder: give the name of a file in it.`);
  }
  if (environment.look(path.dirname(file.path)) !== 'folder') {
    return refuse(`--sqlite ${file.path}: there is no folder ${path.dirname(file.path)}. Make it first.`);
  }
  try {
    return tell(
      environment,
      await backUp({
        storageDirectory: storage.path,
        wasmFile: environment.wasmFile,
        file: file.path,
        replace: values.force,
        now: timestamp(new Date()),
        ...(values.project !== undefined && { project: values.project }),
      }),
    );
  } catch (error) {
    environment.complain(explainFailure(error));
    return FAILED;
  }
}

function tell({ print, complain }: CommandEnvironment, backup: Backup): number {
  if (backup.kind === 'failed') {
    const next = backup.code === 'exists' ? '. Choose another name, or pass --force to replace it.' : '.';
    complain(`${backup.code}: ${backup.message}${next}`);
    return FAILED;
  }
  for (const sentence of backup.damage)
    complain(`not in the file, since it is lost in the store: ${sentence}`);
  const memories = backup.areas.reduce((total, area) => total + area.memories, 0);
  print(`${backup.file}: ${memories} memories of ${backup.areas.length} areas, ${backup.bytes} bytes\n`);
  return OK;
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    strict: true,
    allowPositionals: false,
    options: {
      storage: { type: 'string' },
      sqlite: { type: 'string' },
      project: { type: 'string' },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;
}
