import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { builtServer } from './mcpServer';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `mcp-server.js ARGS` to its end, with nothing on its standard input. */
export async function runCommand(
  args: readonly string[],
  options: { readonly program?: string; readonly cwd?: string } = {},
): Promise<Outcome> {
  const child = spawn(process.execPath, [options.program ?? (await builtServer()), ...args], {
    cwd: options.cwd ?? tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, stdout, stderr };
}
