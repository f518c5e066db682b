/** The highest `required_confirmations` of a payment. */
export const MAX_CONFIRMATIONS = 6;

/**
 * Returns the depth of the block that covers the required amount, which is 1 for the tip itself.
 * Returns 0 while no block covers it, or if that block is above the known tip.
 */
export function confirmations(coveredHeight: number | null, tipHeight: number | null): number {
  if (coveredHeight === null || tipHeight === null) return 0;
  return Math.max(0, tipHeight - coveredHeight + 1);
}
