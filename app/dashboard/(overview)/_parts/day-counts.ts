/** How many days the chart can show. */
export const DAY_COUNTS = [7, 30, 90] as const;
export const DEFAULT_DAYS = 30;

export function isDayCount(text: unknown): boolean {
  return DAY_COUNTS.some((count) => String(count) === text);
}
