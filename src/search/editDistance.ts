/**
 * Edits between two strings, in UTF-16 code units: insertions, deletions, substitutions and swaps of neighbours
 * (optimal string alignment; Damerau 1964). More than `limit` edits are all `limit + 1`.
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (let i = 1; i <= left.length; i++) {
    const current = [i];
    let best = i;
    for (let j = 1; j <= right.length; j++) {
      const same = left.charCodeAt(i - 1) === right.charCodeAt(j - 1);
      let distance = Math.min(last[j]! + 1, current[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped =
        i > 1 &&
        j > 1 &&
        left.charCodeAt(i - 1) === right.charCodeAt(j - 2) &&
        left.charCodeAt(i - 2) === right.charCodeAt(j - 1);
      if (swapped) distance = Math.min(distance, beforeLast[j - 2]! + 1);
      current.push(distance);
      best = Math.min(best, distance);
    }
    if (best > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(last[right.length]!, limit + 1);
}
