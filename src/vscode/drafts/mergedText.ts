/**
 * One text of several to begin a merge with: their paragraphs in the order of the texts, each once. What says the same in
 * other words is for the person to see.
 */
export function mergedText(texts: readonly string[]): string {
  const paragraphs = new Map<string, string>();
  for (const paragraph of texts.flatMap((text) => text.split(/\n\s*\n/u))) {
    const words = paragraph.replace(/\s+/gu, ' ').trim();
    if (words !== '' && !paragraphs.has(words)) paragraphs.set(words, paragraph.trimEnd());
  }
  return [...paragraphs.values()].join('\n\n');
}
