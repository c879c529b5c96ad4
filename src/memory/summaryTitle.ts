const LEAST = { characters: 12, words: 4 };
const MOST_CHARACTERS = 300;

/** A title that a search by name can hit. */
export function isFindable(title: string): boolean {
  return [...title].length >= LEAST.characters && title.split(/\s+/u).filter(Boolean).length >= LEAST.words;
}

/** The first line of a summary that is no heading and that a search by name can hit, without its Markdown marks. */
export function summaryTitle(content: string): string | undefined {
  let fenced = false;
  for (const line of content.split(/\r\n|[\n\r\u2028\u2029]/u)) {
    const text = line.trim();
    if (/^(?:`{3}|~{3})/u.test(text)) fenced = !fenced;
    if (fenced || isHeading(text)) continue;
    const title = text
      .replace(/^(?:>\s*)*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s+)?/u, '')
      .replaceAll(/\*\*|__|`/gu, '')
      .trim();
    if (isFindable(title)) return shortened(title);
  }
  return undefined;
}

/** Also a line that is nothing but bold text. */
function isHeading(line: string): boolean {
  return /^#{1,6}(?:\s|$)/u.test(line) || /^\*\*[^*]+\*\*:?$/u.test(line);
}

function shortened(title: string): string {
  const points = [...title];
  return points.length <= MOST_CHARACTERS ? title : `${points.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}
