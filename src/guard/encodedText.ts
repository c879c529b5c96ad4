const RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}/g;
const HEX = /^(?:[0-9a-f]{2})+$/i;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** As many runs are read as say something; what does not is given up at its first bytes. */
const MAX_RUNS = 16;
/** As much of one run as is read, in characters. */
const MAX_READ = 4000;

/** A run of base64 or hexadecimal digits, and what it says. */
export interface EncodedText {
  readonly start: number;
  readonly end: number;
  readonly said: string;
}

/** The first runs of a text that say something in printable ASCII. */
export function encodedTexts(text: string): EncodedText[] {
  const found: EncodedText[] = [];
  for (const { index, 0: run } of text.matchAll(RUN)) {
    const read = run.slice(0, MAX_READ);
    const said = (HEX.test(read) ? asciiOf(hexBytes(read)) : undefined) ?? asciiOf(base64Bytes(read));
    if (said === undefined) continue;
    found.push({ start: index, end: index + run.length, said });
    if (found.length === MAX_RUNS) break;
  }
  return found;
}

/** Undefined as soon as a byte is not printable ASCII: most runs are hashes and end at the first bytes. */
function asciiOf(bytes: Iterable<number>): string | undefined {
  let result = '';
  for (const byte of bytes) {
    if (byte > 0x7e || (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return undefined;
    result += String.fromCharCode(byte);
  }
  return result;
}

function* base64Bytes(run: string): Generator<number> {
  let bits = 0;
  let held = 0;
  for (const character of run) {
    if (character === '=') return;
    held = (held << 6) | ALPHABET.indexOf(character === '-' ? '+' : character === '_' ? '/' : character);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    yield (held >> bits) & 0xff;
    held &= (1 << bits) - 1;
  }
}

function* hexBytes(run: string): Generator<number> {
  for (let at = 0; at < run.length; at += 2) yield Number.parseInt(run.slice(at, at + 2), 16);
}
