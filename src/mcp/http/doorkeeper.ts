import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ENDPOINT } from './address';

/** Why a request is not let in. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a request says before its body is read. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

export const METHODS = ['GET', 'POST', 'DELETE'] as const;

/**
 * Decides by the head of a request whether it may go on. A page in a browser can send requests to this machine, under a
 * name of its own that it lets lead here (DNS rebinding): so Host must name this server, and Origin, which browsers add,
 * must be the server's own. The token is asked for next, and before it nothing is said of what there is here.
 */
export class Doorkeeper {
  readonly #token: Buffer;
  readonly #hosts: ReadonlySet<string>;

  /** `port`: the one that is listened to. */
  constructor(token: string, port: number) {
    this.#token = digest(token);
    this.#hosts = new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`));
  }

  refusal({ method, url, headers }: RequestHead): Refusal | undefined {
    if (!this.#hosts.has(headers.host?.toLowerCase() ?? ''))
      return {
        status: 403,
        message: `Forbidden: the header Host must be one of ${[...this.#hosts].join(', ')}.`,
      };
    const { origin } = headers;
    if (origin !== undefined && !this.#isOwn(origin))
      return { status: 403, message: 'Forbidden: requests of web pages (header Origin) are not answered.' };
    if (!this.#knows(headers.authorization)) {
      return {
        status: 401,
        message:
          'Unauthorized: send the header "Authorization: Bearer TOKEN". The token is in the file http-token in the storage folder.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      };
    }
    if (url?.split('?', 1)[0] !== ENDPOINT)
      return { status: 404, message: `Not found: the endpoint is ${ENDPOINT}.` };
    if (!METHODS.some((each) => each === method)) {
      return {
        status: 405,
        message: `Method not allowed: use ${METHODS.join(', ')}.`,
        headers: { Allow: METHODS.join(', ') },
      };
    }
    return undefined;
  }

  #isOwn(origin: string): boolean {
    return [...this.#hosts].some((host) => origin.toLowerCase() === `http://${host}`);
  }

  /** In constant time: digests have one length, whatever was sent. */
  #knows(authorization: string | undefined): boolean {
    const [, given] = /^bearer +(\S+) *$/iu.exec(authorization ?? '') ?? [];
    return timingSafeEqual(digest(given ?? ''), this.#token);
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
