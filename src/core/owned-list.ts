/**
 * A row of a plural list: the owner that its entry belongs to; one that owns nothing has one row whose `id` is null.
 */
export type OwnedRow<Row> = { owner_id: string } & (Row | { id: null });

/** The lists of owners, by owner, in the order of the rows; so an empty list and an owner that is not there differ. */
export function listsByOwner<Row extends { id: string }, View>(
  rows: readonly OwnedRow<Row>[],
  toView: (row: Row) => View,
): Map<string, View[]> {
  const lists = new Map<string, View[]>();
  for (const row of rows) {
    const list = lists.get(row.owner_id) ?? [];
    lists.set(row.owner_id, list);
    if (row.id !== null) list.push(toView(row));
  }
  return lists;
}
