/**
 * Markdown that shows exactly this text: no link, image, list, heading or icon comes of it. For texts of memories
 * and names from outside, which nobody vouches for. The editor's own `appendText` still makes links of addresses.
 */
export function plainMarkdown(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => indented(line).replace(/[^\p{L}\p{M}\p{N}\s]/gu, entity))
    .join('  \n')
    .replace(/( {2}\n)(?: {2}\n)+/g, '\n\n');
}

/** Spaces at the start of a line would make a code block. */
function indented(line: string): string {
  return line.replace(/^[ \t]+/, (space) => '\u00a0'.repeat(space.replace(/\t/g, '    ').length));
}

function entity(character: string): string {
  return `&#${character.codePointAt(0) ?? 0xfffd};`;
}
