/** Whether this page is told of changes. Until it is, it asks at intervals. */
let live = false;
const onTurn = new Set<() => void>();

export function isLive(): boolean {
  return live;
}

export function setLive(value: boolean): void {
  if (value === live) return;
  live = value;
  for (const turn of onTurn) turn();
}

/** Calls back when that changes, until the returned function is called. */
export function watchLive(turn: () => void): () => void {
  onTurn.add(turn);
  return () => onTurn.delete(turn);
}
