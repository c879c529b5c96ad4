import path from 'node:path';
import { ServerSession, temporaryFolder } from '../../support/mcpServer';
import { goldenFolder } from './golden';

export const toolSets = ['core', 'full'] as const;

type ToolSet = (typeof toolSets)[number];

export function listFile(set: ToolSet): string {
  return path.join(goldenFolder, `tools-list-${set}.json`);
}

/** What a server of this set answers to `tools/list`, laid out to be read. */
export async function listedTools(set: ToolSet): Promise<string> {
  const session = await ServerSession.start({
    storage: temporaryFolder('mcp-storage-'),
    args: ['--tools', set],
  });
  const { tools } = await session.client.listTools();
  await session.close();
  return `${JSON.stringify(tools, null, 2)}\n`;
}
