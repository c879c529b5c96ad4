import type { IncomingMessage } from 'node:http';
import type { Refusal } from './doorkeeper';

/** Bytes of a request's body: the longest memory, 100,000 characters, has at most 400,000 in UTF-8. */
export const BODY_LIMIT = 1024 * 1024;

export type Body =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The client went away. */
  | { readonly kind: 'gone' };

/** Reads a body of JSON. What was received is quoted in no answer. */
export async function readJson(request: IncomingMessage, limit = BODY_LIMIT): Promise<Body> {
  const bytes = await readBytes(request, limit);
  if (typeof bytes === 'string') {
    if (bytes === 'gone') return { kind: 'gone' };
    const message = `Content too large: a request has at most ${limit} bytes. Nothing was stored.`;
    return { kind: 'refused', refusal: { status: 413, message } };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return malformed('the body is no valid UTF-8');
  }
  try {
    return { kind: 'json', value: JSON.parse(text) as unknown };
  } catch {
    return malformed('the body is no JSON');
  }
}

/** By events: leaving a loop over the request would destroy the connection that the refusal goes down. */
function readBytes(request: IncomingMessage, limit: number): Promise<Buffer | 'large' | 'gone'> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve('large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const read = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off('data', read);
      resolve('large');
    };
    request.on('data', read);
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => resolve('gone'));
    request.once('close', () => resolve('gone'));
  });
}

function malformed(what: string): Body {
  return { kind: 'refused', refusal: { status: 400, message: `Parse error: ${what}.` } };
}
