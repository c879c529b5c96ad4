const BASE64_RUN = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,4000}(?![A-Za-z0-9+/_-])/g;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const MAX_RUNS = 16;

/** What the first base64 runs of a text say, where it is printable ASCII text with words in it. */
export function decodedTexts(text: string): string[] {
  const decoded: string[] = [];
  let runs = 0;
  for (const match of text.matchAll(BASE64_RUN)) {
    if (++runs > MAX_RUNS) break;
    const said = decodeAscii(match[0]);
    if (said?.includes(' ')) decoded.push(said);
  }
  return decoded;
}

/** Undefined as soon as a byte is not printable ASCII: most runs are hashes and end at the first bytes. */
function decodeAscii(base64: string): string | undefined {
  let result = '';
  let bits = 0;
  let held = 0;
  for (const character of base64.replaceAll('-', '+').replaceAll('_', '/')) {
    held = (held << 6) | ALPHABET.indexOf(character);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    const byte = (held >> bits) & 0xff;
    held &= (1 << bits) - 1;
    if (byte > 0x7e || (byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return undefined;
    result += String.fromCharCode(byte);
  }
  return result;
}
