/** Days for which records of lags and attempts are kept: the longest range of the overview, and more. */
export const RECORDS_KEPT_DAYS = 400;

export interface FoundLags {
  /** Whole minutes at worst in each bucket of time; null where nothing is recorded. */
  readonly recorded: readonly (number | null)[];
  /** When the chain was last read in full; null before the first time. */
  readonly readAt: Date | null;
}

const MINUTE_MS = 60_000;
/** Reads of an idle chain are up to 75 seconds apart, which is not a lag. */
const MIN_LAG_MINUTES = 2;

/**
 * The lag of a chain's records in each bucket, at its worst, in whole minutes; 0 while reads were
 * on time. A lag is recorded by the read that ends it, so the time since the last read is added
 * here.
 *
 * @param starts the first moments of the buckets, ascending
 */
export function lagsOf(
  { recorded, readAt }: FoundLags,
  starts: readonly Date[],
  now: Date,
): (number | null)[] {
  return recorded.map((minutes, nth) => {
    const end = Math.min(starts[nth + 1]?.getTime() ?? Number.POSITIVE_INFINITY, now.getTime());
    const unread = readAt === null || end <= readAt.getTime() ? null : end - readAt.getTime();
    if (minutes === null && unread === null) return null;
    const worst = Math.max(minutes ?? 0, Math.floor((unread ?? 0) / MINUTE_MS));
    return worst < MIN_LAG_MINUTES ? 0 : worst;
  });
}
