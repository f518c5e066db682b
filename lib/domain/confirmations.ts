/**
 * The depth of what was paid: 1 for the tip itself, 0 while the required sum is not covered
 * by blocks or the covering block is above the tip we know.
 */
export function confirmations(coveredHeight: number | null, tipHeight: number | null): number {
  if (coveredHeight === null || tipHeight === null) return 0;
  return Math.max(0, tipHeight - coveredHeight + 1);
}
