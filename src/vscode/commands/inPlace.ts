/**
 * A newer answer to one question, for somebody who may be about to choose a row: rows that stay keep their places among one
 * another, new ones come after them, and those without an id (remarks on the list) stand last. The next question is
 * answered in the best order again.
 */
export function inPlace<Row>(
  shown: readonly Row[],
  now: readonly Row[],
  idOf: (row: Row) => string | undefined,
): readonly Row[] {
  const places = new Map(shown.map((row, place) => [idOf(row), place]));
  const placeOf = (row: Row): number => {
    const id = idOf(row);
    return id === undefined ? Infinity : (places.get(id) ?? shown.length);
  };
  return now
    .map((row) => ({ row, place: placeOf(row) }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ row }) => row);
}
