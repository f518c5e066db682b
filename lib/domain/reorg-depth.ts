/**
 * A reorg of more blocks than this is an alert. It can undo a payment's confirmation even at the
 * highest number of required confirmations.
 */
export const ALERT_REORG_DEPTH = 6;
/**
 * A reorg of more blocks than this is followed only after the operator accepts it. The most likely
 * cause is that the source now reads another chain.
 */
export const MAX_REORG_DEPTH = 100;
/** How long a deep reorg remains an alert. */
export const REORG_ALERT_MS = 86_400_000;

interface Fork {
  readonly at: string;
  readonly fork_height: number;
  readonly from_height: number;
}

/** Returns the deepest of these reorgs that is still an alert; undefined if none is. */
export function alarmingReorg<R extends Fork>(reorgs: readonly R[], now: number): R | undefined {
  return reorgs
    .filter(
      (one) => reorgDepth(one) > ALERT_REORG_DEPTH && now - Date.parse(one.at) < REORG_ALERT_MS,
    )
    .sort((one, other) => reorgDepth(other) - reorgDepth(one))[0];
}

/** Returns the number of blocks that a reorg replaced. */
export function reorgDepth({ fork_height: fork, from_height: last }: Fork): number {
  return last - fork;
}
