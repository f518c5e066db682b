/**
 * A reorg of more blocks than this is an alert, because it undoes the highest number of required
 * confirmations.
 */
export const ALERT_REORG_DEPTH = 6;
/**
 * A reorg of more blocks than this is followed only once the operator accepts it. Most likely the
 * source was replaced by one with another chain.
 */
export const MAX_REORG_DEPTH = 100;
/** Time for which a deep reorg is an alert. */
export const REORG_ALERT_MS = 86_400_000;

interface Fork {
  readonly at: string;
  readonly fork_height: number;
  readonly from_height: number;
}

/** Returns the deepest of these reorgs that is still an alert; undefined without one. */
export function alarmingReorg<R extends Fork>(reorgs: readonly R[], now: number): R | undefined {
  return reorgs
    .filter(
      (one) => reorgDepth(one) > ALERT_REORG_DEPTH && now - Date.parse(one.at) < REORG_ALERT_MS,
    )
    .sort((one, other) => reorgDepth(other) - reorgDepth(one))[0];
}

/** Number of blocks that a reorg replaced. */
export function reorgDepth({ fork_height: fork, from_height: last }: Fork): number {
  return last - fork;
}
