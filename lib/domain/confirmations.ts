export const MAX_CONFIRMATIONS = 6;

/**
 * Returns the confirmations of the block that covers the required amount. The tip has 1. Returns 0
 * if no block covers the amount, or if that block is above the known tip.
 */
export function confirmations(coveredHeight: number | null, tipHeight: number | null): number {
  if (coveredHeight === null || tipHeight === null) return 0;
  return Math.max(0, tipHeight - coveredHeight + 1);
}
