/** The most payments that one action is for: few enough to answer within a second or two. */
export const MAX_CHOSEN = 100;

/** Payments that were chosen in a list, by id, with their names. */
export type Chosen = ReadonlyMap<string, string>;

interface Row {
  readonly id: string;
  readonly name: string;
}

interface Change {
  /** From this row to the next one, both included, in either direction. */
  readonly from: string;
  readonly to: string;
  readonly chosen: boolean;
}

/** The chosen payments after rows were added or taken away; none is added beyond the limit. */
export function choose(before: Chosen, rows: readonly Row[], { from, to, chosen }: Change): Chosen {
  const places = [from, to]
    .map((id) => rows.findIndex((row) => row.id === id))
    .sort((a, b) => a - b);
  const [first = -1, last = -1] = places;
  // A row that a live update took away.
  const changed = rows.slice(first < 0 ? last : first, last + 1);
  const after = new Map(before);
  for (const { id, name } of changed) {
    if (!chosen) after.delete(id);
    else if (after.size < MAX_CHOSEN) after.set(id, name);
  }
  return after;
}
