/**
 * In blocks. A reorg of more blocks can undo a payment even at the highest number of required
 * confirmations.
 */
export const ALERT_REORG_DEPTH = 6;
/**
 * In blocks. A reorg of more blocks needs the operator's consent, because most likely the source
 * now reads another chain.
 */
export const MAX_REORG_DEPTH = 100;
export const REORG_ALERT_WINDOW_MS = 86_400_000;

interface Fork {
  readonly at: string;
  readonly fork_height: number;
  readonly from_height: number;
}

/** Returns the deepest of the reorgs that still cause an alert; undefined if none does. */
export function findDeepestAlertReorg<R extends Fork>(
  reorgs: readonly R[],
  now: number,
): R | undefined {
  return reorgs
    .filter(
      (one) =>
        reorgDepth(one) > ALERT_REORG_DEPTH && now - Date.parse(one.at) < REORG_ALERT_WINDOW_MS,
    )
    .sort((one, other) => reorgDepth(other) - reorgDepth(one))[0];
}

export function reorgDepth({ fork_height: fork, from_height: last }: Fork): number {
  return last - fork;
}
