import type { Command } from './command';
import { doctorCommand } from './doctorCommand';
import { exportCommand } from './exportCommand';

const commands: ReadonlyMap<string, Command> = new Map([
  ['doctor', doctorCommand],
  ['export', exportCommand],
]);

/** The program that the first argument names; undefined when the command line starts the server. */
export function findSubcommand(name: string | undefined): Command | undefined {
  return name === undefined ? undefined : commands.get(name);
}
