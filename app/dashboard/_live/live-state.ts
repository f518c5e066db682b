/** Whether the server pushes changes to this page. If it does not, the page polls. */
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

/** Calls back when this state changes, until the caller calls the returned function. */
export function watchLiveState(turn: () => void): () => void {
  onTurn.add(turn);
  return () => onTurn.delete(turn);
}
