/** The highest `required_confirmations` of a payment. */
export const MAX_CONFIRMATIONS = 6;

/**
 * Returns the depth of the covering block: 1 for the tip itself; 0 while blocks do not cover the
 * required amount, or when the covering block is above the known tip.
 */
export function confirmations(coveredHeight: number | null, tipHeight: number | null): number {
  if (coveredHeight === null || tipHeight === null) return 0;
  return Math.max(0, tipHeight - coveredHeight + 1);
}
