/** Whether changes are pushed to this page. While they are not, the page polls. */
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

/** Calls back on changes of this state, until the returned function is called. */
export function watchLiveState(turn: () => void): () => void {
  onTurn.add(turn);
  return () => onTurn.delete(turn);
}
