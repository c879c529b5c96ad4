import { HttpProcess, HttpSession } from '../../support/httpSession';
import { answering, replyOf, stdioSurface } from './stdioSurface';
import type { Surface } from './surface';

/** Real servers that listen on this machine, each with a real client connected to it. */
export const httpSurface: Surface = {
  name: 'MCP over HTTP',
  tools: stdioSurface.tools,
  // Stores that suffer from something are tried over stdio: this server ends where it cannot keep its token.
  can: { ...stdioSurface.can, faults: [] },
  async start({ storage, folders, person, callsLimited }) {
    const server = await HttpProcess.start({
      storage,
      args: ['--tools', 'full'],
      ...(callsLimited === undefined ? {} : { callsLimited }),
    });
    const connect = (roots: readonly string[]): Promise<HttpSession> =>
      HttpSession.connect(server, {
        roots,
        clientName: 'contract',
        ...(person === undefined ? {} : { elicit: answering(person) }),
      });
    let session = await connect(folders);
    return {
      call: async (name, input, { meta }) =>
        replyOf(await session.call(name, { ...input }, meta === undefined ? undefined : { ...meta })),
      open: async (others) => {
        await session.close();
        session = await connect(others);
      },
      close: async () => {
        await session.close();
        await server.stop();
      },
    };
  },
  pass: (minutes) => stdioSurface.pass(minutes),
};
