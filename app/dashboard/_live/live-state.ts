/** Whether the server pushes changes to this page. Otherwise the page polls. */
let live = false;
const onTurn = new Set<() => void>();

export function hasLiveUpdates(): boolean {
  return live;
}

export function setHasLiveUpdates(value: boolean): void {
  if (value === live) return;
  live = value;
  for (const turn of onTurn) turn();
}

/** Returns a function that stops watching. */
export function watchLiveState(turn: () => void): () => void {
  onTurn.add(turn);
  return () => onTurn.delete(turn);
}
