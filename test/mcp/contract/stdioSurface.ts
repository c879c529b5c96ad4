import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { fullTools } from '../../../src/tools/fullTools';
import { ServerSession, texts, type StartOptions } from '../../support/mcpServer';
import type { Person } from './row';
import { boundByPermissions } from './storeFaults';
import type { Program, Reply, Surface } from './surface';

/** Real servers, each with a real client over standard input and output. */
export const stdioSurface: Surface = {
  name: 'MCP over stdio',
  tools: new Set(fullTools.map(({ name }) => name)),
  can: {
    passTime: false,
    serve: true,
    sendMeta: true,
    cancel: false,
    askPerson: true,
    faults: [
      'a store of a newer version',
      'a store that may not be written',
      'a file where the store should be',
    ],
  },
  async start({ storage, folders, person, fault, callsLimited }): Promise<Program> {
    const session = await ServerSession.start({
      storage,
      args: ['--tools', 'full'],
      roots: folders,
      clientName: 'contract',
      ...(fault === 'a store that may not be written' ? { wrapper: boundByPermissions } : {}),
      ...(callsLimited === undefined ? {} : { callsLimited }),
      ...(person === undefined ? {} : { elicit: answering(person) }),
    });
    return {
      call: async (name, input, { meta }) =>
        replyOf(
          (await session.client.callTool({
            name,
            arguments: { ...input },
            ...(meta === undefined ? {} : { _meta: { ...meta } }),
          })) as CallToolResult,
        ),
      open: (others) => session.changeRoots(others),
      close: () => session.close(),
    };
  },
  pass() {
    throw new Error('The clock of another process cannot be set.');
  },
};

export function replyOf(result: CallToolResult): Reply {
  return {
    isError: result.isError === true,
    texts: texts(result),
    ...(result.structuredContent === undefined ? {} : { structured: result.structuredContent }),
  };
}

export function answering(person: Person): NonNullable<StartOptions['elicit']> {
  switch (person) {
    case 'closes the form':
      return () => Promise.resolve({ action: 'cancel' });
    case 'wants no memory here':
      return () => Promise.resolve({ action: 'accept', content: { project: 'No project memory here' } });
    case 'agrees':
      return () => Promise.resolve({ action: 'accept', content: { answer: 'Delete for good' } });
  }
}
