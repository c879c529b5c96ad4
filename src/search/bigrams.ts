/** Each pair of neighbours as one string; what is less than a pair as it is. */
export function bigrams(units: readonly string[]): string[] {
  if (units.length < 2) return [...units];
  const pairs: string[] = [];
  for (let i = 0; i + 1 < units.length; i++) pairs.push(`${units[i]!}${units[i + 1]!}`);
  return pairs;
}
