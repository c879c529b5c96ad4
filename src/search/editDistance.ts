/** Rows of the table of distances, used by one call after the other: a search compares thousands of terms. */
let [beforeLast, last, current] = rowsOf(80);

/**
 * Edits between two strings, in UTF-16 code units: insertions, deletions, substitutions and swaps of neighbours
 * (optimal string alignment; Damerau 1964). More than `limit` edits are all `limit + 1`. Only the band of the table is
 * computed in which that few edits can lie (Ukkonen 1985).
 */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let start = 0;
  let leftEnd = left.length;
  let rightEnd = right.length;
  while (start < leftEnd && start < rightEnd && left.charCodeAt(start) === right.charCodeAt(start)) start++;
  while (
    leftEnd > start &&
    rightEnd > start &&
    left.charCodeAt(leftEnd - 1) === right.charCodeAt(rightEnd - 1)
  ) {
    leftEnd--;
    rightEnd--;
  }
  const height = leftEnd - start;
  const width = rightEnd - start;
  if (height === 0 || width === 0) return height + width;
  if (last.length < width + 2) [beforeLast, last, current] = rowsOf(2 * width + 2);
  for (let j = 0; j <= Math.min(width, limit + 1); j++) last[j] = j;
  for (let i = 1; i <= height; i++) {
    const unit = left.charCodeAt(start + i - 1);
    const from = Math.max(1, i - limit);
    const to = Math.min(width, i + limit);
    current[from - 1] = from === 1 ? i : limit + 1;
    let best = current[from - 1]!;
    for (let j = from; j <= to; j++) {
      const other = right.charCodeAt(start + j - 1);
      let distance = Math.min(last[j - 1]! + (unit === other ? 0 : 1), current[j - 1]! + 1, last[j]! + 1);
      const swapped =
        i > 1 &&
        j > 1 &&
        unit === right.charCodeAt(start + j - 2) &&
        other === left.charCodeAt(start + i - 2);
      if (swapped) distance = Math.min(distance, beforeLast[j - 2]! + 1);
      current[j] = distance;
      if (distance < best) best = distance;
    }
    if (best > limit) return limit + 1;
    // Outside the band, for the row below.
    current[to + 1] = limit + 1;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[width]!, limit + 1);
}

function rowsOf(length: number): [Uint32Array, Uint32Array, Uint32Array] {
  return [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
}
