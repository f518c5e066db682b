export const MAX_CONFIRMATIONS = 6;

/**
 * Returns the confirmations of the block whose outputs reach the required amount; a block at the
 * tip has 1. Returns 0 if no block reaches the amount, or if that block is above the known tip.
 */
export function confirmations(coveredHeight: number | null, tipHeight: number | null): number {
  if (coveredHeight === null || tipHeight === null) return 0;
  return Math.max(0, tipHeight - coveredHeight + 1);
}
