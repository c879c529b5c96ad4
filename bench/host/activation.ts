import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** What the editor runs in its extension host: activates the extension and a bare one, and writes both times. */
export async function run(): Promise<void> {
  const bare = await activationTime('project-memory-test.scripted-model');
  const ours = await activationTime('project-memory.project-memory');
  writeFileSync(process.env['ACTIVATION_RESULT'] ?? '', JSON.stringify({ ours, bare }));
}

async function activationTime(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined) throw new Error(`${id} is not installed`);
  if (extension.isActive) throw new Error(`${id} was active before it could be measured`);
  const began = performance.now();
  await extension.activate();
  return performance.now() - began;
}
