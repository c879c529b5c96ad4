import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** What the editor runs in its extension host: activates the extension and a bare one, and writes both times. */
export async function run(): Promise<void> {
  await idle();
  const ours = await activationTime('project-memory.project-memory');
  await idle();
  const bare = await activationTime('project-memory-bench.bare');
  writeFileSync(process.env['ACTIVATION_RESULT'] ?? '', JSON.stringify({ ours, bare }));
}

/** A window that starts keeps its host busy with other extensions: waits until that is over. */
async function idle(): Promise<void> {
  for (let look = 0; look < 60; look++) {
    const loop = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, 500));
    if (performance.eventLoopUtilization(loop).utilization < 0.1) return;
  }
}

/** `wall`: until the editor says it is active. `busy`: how long the host's event loop worked meanwhile. */
async function activationTime(id: string): Promise<{ wall: number; busy: number }> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed`);
  if (extension.isActive) throw new Error(`${id} was active before it could be measured`);
  const loop = performance.eventLoopUtilization();
  const began = performance.now();
  await extension.activate();
  const wall = performance.now() - began;
  return { wall, busy: performance.eventLoopUtilization(loop).active };
}
