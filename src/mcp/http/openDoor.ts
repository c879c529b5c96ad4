import { makeStorageSafe } from '../../memory/storageSafety';
import { explainFailure } from '../command';
import { authority } from './address';
import { HttpServer, type HttpServerOptions } from './httpServer';
import { loadToken, type BearerToken } from './token';

export interface DoorOptions extends Omit<HttpServerOptions, 'token'> {
  readonly storageDirectory: string;
}

/** Listens, and says where and how to get in. Undefined: it could not be done, and why has been said. */
export async function openDoor(options: DoorOptions): Promise<HttpServer | undefined> {
  const { storageDirectory, address, log } = options;
  let token: BearerToken;
  try {
    await makeStorageSafe(storageDirectory, { log, uid: process.getuid?.() });
    token = await loadToken(storageDirectory);
  } catch (error) {
    log(`The token for clients over HTTP cannot be had: ${explainFailure(error)}`);
    return undefined;
  }
  let server: HttpServer;
  try {
    server = await HttpServer.listen({ ...options, token: token.token });
  } catch (error) {
    log(explainListening(error as NodeJS.ErrnoException, authority(address)));
    return undefined;
  }
  log(`Listening on ${server.url}`);
  log(
    token.isNew
      ? `Clients send the header "Authorization: Bearer ${token.token}". The token is kept in ${token.file} and not printed again.`
      : `Clients send the header "Authorization: Bearer TOKEN" with the token in ${token.file}.`,
  );
  return server;
}

function explainListening(error: NodeJS.ErrnoException, where: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `${where} is in use by another program: give another port with --http, or port 0 for one that is free.`;
    case 'EACCES':
      return `${where} may not be listened to by this user: give a port above 1023 with --http.`;
    default:
      return `${where} cannot be listened to: ${error.message}.`;
  }
}
