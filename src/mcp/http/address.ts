/** Where the server listens: a loopback address, since whoever reaches it may read the memories. */
export interface HttpAddress {
  readonly host: '127.0.0.1' | '::1';
  /** 0: any that is free. */
  readonly port: number;
}

/** Path of the one endpoint. */
export const ENDPOINT = '/mcp';

const ACCEPTED = '127.0.0.1:PORT, localhost:PORT or [::1]:PORT';

/** Parses `HOST:PORT`; a text says what is wrong with it. */
export function parseHttpAddress(given: string): HttpAddress | string {
  const match = /^(.+):(\d{1,5})$/u.exec(given.trim());
  const [, name = '', digits = ''] = match ?? [];
  const port = Number(digits);
  if (match === null || port > 65_535)
    return `--http ${JSON.stringify(given)} is no HOST:PORT: use ${ACCEPTED}.`;
  switch (name.toLowerCase()) {
    case '127.0.0.1':
      return { host: '127.0.0.1', port };
    // Whatever a file of hosts says of the name, it stays on this machine.
    case 'localhost':
      return { host: '127.0.0.1', port };
    case '[::1]':
      return { host: '::1', port };
    default:
      return `--http ${given} could be reached from other machines: use ${ACCEPTED}.`;
  }
}

/** As it stands in a URL and in the header Host. */
export function authority({ host, port }: HttpAddress): string {
  return `${host === '::1' ? '[::1]' : host}:${port}`;
}
