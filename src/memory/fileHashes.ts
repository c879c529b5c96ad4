import { createHash } from 'node:crypto';
import { pauseForEventLoop as pause } from '../store/slices';

/** Bytes that are hashed before others get a turn: about half a millisecond. */
const SLICE_BYTES = 256 * 1024;
/** As far as is looked for a NUL, by which Git tells binary files from text. */
const BINARY_PROBE_BYTES = 8_000;
const [LF, CR] = [0x0a, 0x0d];

/** `sha256:` and at least 8 hexadecimal digits, or all 64 of them alone; in lower case, undefined for any other. */
function sha256Digits(hash: string): string | undefined {
  const [, labelled, bare] = /^\s*(?:sha256:([0-9a-f]{8,64})|([0-9a-f]{64}))\s*$/i.exec(hash) ?? [];
  return (labelled ?? bare)?.toLowerCase();
}

/** Whether a hash can be compared with a file. */
export function isSha256(hash: string): boolean {
  return sha256Digits(hash) !== undefined;
}

/**
 * Whether two hashes that savers gave can be of one content. SHA-256 is compared as far as the shorter one goes. Hashes
 * of different kinds (`md5:...` beside `sha256:...`) say nothing of each other, and count as the same.
 */
export function sameHash(one: string, other: string): boolean {
  const [a, b] = [sha256Digits(one), sha256Digits(other)];
  if (a !== undefined && b !== undefined) return a.startsWith(b) || b.startsWith(a);
  return kindOf(one) !== kindOf(other) || one.trim().toLowerCase() === other.trim().toLowerCase();
}

function kindOf(hash: string): string {
  if (isSha256(hash)) return 'sha256';
  return /^\s*([\w-]+):/.exec(hash)?.[1]?.toLowerCase() ?? '';
}

/** Hashes of one content under every kind of line endings: which of them a checkout writes is Git's setting. */
export class ContentHashes {
  readonly #content: Buffer;
  readonly #hashes = new Map<string, string>();

  constructor(content: Buffer) {
    this.#content = content;
  }

  /** `sha256:` and 64 hexadecimal digits of the content as it is. */
  async plain(): Promise<string> {
    return `sha256:${await this.#hash('as it is')}`;
  }

  /** Whether the hash, of SHA-256, is that of the content, of the same with LF, or of the same with CRLF. */
  async holds(hash: string): Promise<boolean> {
    const digits = sha256Digits(hash);
    if (digits === undefined) return false;
    for (const endings of ['as it is', 'LF', 'CRLF'] as const)
      if ((await this.#hash(endings)).startsWith(digits)) return true;
    return false;
  }

  async #hash(endings: 'as it is' | 'LF' | 'CRLF'): Promise<string> {
    // The bytes of a binary file are no line endings.
    const wanted = isBinary(this.#content) ? 'as it is' : endings;
    let digest = this.#hashes.get(wanted);
    if (digest === undefined) {
      const hash = createHash('sha256');
      for (let from = 0; from < this.#content.length; from += SLICE_BYTES) {
        if (from > 0) await pause();
        const to = Math.min(from + SLICE_BYTES, this.#content.length);
        hash.update(
          wanted === 'as it is'
            ? this.#content.subarray(from, to)
            : withEndings(this.#content, from, to, wanted === 'CRLF'),
        );
      }
      digest = hash.digest('hex');
      this.#hashes.set(wanted, digest);
    }
    return digest;
  }
}

export function isBinary(content: Buffer): boolean {
  return content.subarray(0, BINARY_PROBE_BYTES).includes(0);
}

/** A part of a text with its LF or CRLF as one of them. */
function withEndings(content: Buffer, from: number, to: number, carriageReturn: boolean): Buffer {
  const out = Buffer.allocUnsafe(2 * (to - from));
  let length = 0;
  for (let at = from; at < to; at++) {
    const byte = content[at] ?? 0;
    if (byte === CR && content[at + 1] === LF) continue;
    if (byte === LF && carriageReturn) out[length++] = CR;
    out[length++] = byte;
  }
  return out.subarray(0, length);
}
