import { parseArgs } from 'node:util';
import { diagnose, projectNames, repairStorage, type DoctorReport } from '../memory/doctor';
import { doctorText } from '../memory/doctorText';
import { timestamp } from '../memory/timestamp';
import { storageFolder } from './arguments';
import { explainFailure, FAILED, OK, USAGE_ERROR, type CommandEnvironment } from './command';

const USAGE = `Usage: node mcp-server.js doctor --storage DIR [--project NAME] [--repair] [--json]

Checks every database of the store, while others may be using it, and reports what is there.

  --storage DIR    folder that holds the memories (required)
  --project NAME   of the projects only this one (name or id)
  --repair         rebuilds what is damaged from the newest whole state; the damaged bytes are kept aside
  --json           one JSON object instead of text

Exit status: 0 in order, 1 something is wrong, 2 bad arguments.`;

/** The subcommand `doctor`. Answers the exit status. */
export async function doctorCommand(
  argv: readonly string[],
  environment: CommandEnvironment,
): Promise<number> {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(argv);
  } catch (error) {
    environment.complain(`${error instanceof Error ? error.message : String(error)}.\n\n${USAGE}`);
    return USAGE_ERROR;
  }
  if (values.help) {
    environment.print(`${USAGE}\n`);
    return OK;
  }
  const storage = storageFolder(values.storage, environment);
  if (storage.kind === 'error') {
    environment.complain(storage.message);
    return USAGE_ERROR;
  }
  if (environment.look(storage.path) === 'nothing') {
    environment.complain(`--storage ${storage.path} does not exist: there is no store to check.`);
    return USAGE_ERROR;
  }
  const everything = {
    storageDirectory: storage.path,
    wasmFile: environment.wasmFile,
    now: timestamp(new Date()),
  };
  const options = values.project === undefined ? everything : { ...everything, project: values.project };
  try {
    let report = await diagnose(options);
    if (values.project !== undefined && projectNames(report).length === 0) {
      const known = projectNames(await diagnose(everything));
      environment.complain(
        `--project ${JSON.stringify(values.project)} is not known. Known projects: ${known.join(', ') || 'none'}.`,
      );
      return USAGE_ERROR;
    }
    let repairs: readonly string[] | undefined;
    if (values.repair) {
      repairs = await repairStorage(report, options);
      report = await diagnose(options);
    }
    environment.print(values.json ? jsonOf(report, repairs) : textOf(report, repairs));
    return report.healthy ? OK : FAILED;
  } catch (error) {
    environment.complain(explainFailure(error));
    return FAILED;
  }
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: [...argv],
    strict: true,
    allowPositionals: false,
    options: {
      storage: { type: 'string' },
      project: { type: 'string' },
      repair: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  }).values;
}

function jsonOf(report: DoctorReport, repairs: readonly string[] | undefined): string {
  return `${JSON.stringify({ ...report, ...(repairs && { repairs }) }, null, 2)}\n`;
}

function textOf(report: DoctorReport, repairs: readonly string[] | undefined): string {
  if (repairs === undefined) return doctorText(report);
  const done = repairs.length === 0 ? ['Nothing could be repaired, or nothing had to be.'] : repairs;
  return `# Repairs\n\n${done.map((sentence) => `- ${sentence}`).join('\n')}\n\n${doctorText(report)}`;
}
