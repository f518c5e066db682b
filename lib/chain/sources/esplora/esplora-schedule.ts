import type { WatchedAddress } from '../../source';

const MIN_MS = 7_000;
const MAX_MS = 600_000;
/** An address is looked up again after one twentieth of its payment's age. */
const SHARE_OF_AGE = 20;

/** Returns when an address was last looked up completely; undefined if it never was. */
export type LastLookUpFinder = (address: string) => Date | undefined;

/**
 * Returns the addresses to look up at `now`. Every second look-up goes to an expired payment, which
 * needs a last look-up. Half of the others go to payments with an open page. Among payments that
 * have not expired, new addresses come first, then the most overdue ones.
 *
 * @param taken the number of earlier look-ups, with which the alternation continues from read to
 *   read
 */
export function addressesDue(
  open: readonly WatchedAddress[],
  lookedUpAt: LastLookUpFinder,
  now: Date,
  taken: number,
): WatchedAddress[] {
  const last = open.filter((watched) => needsLastLookUp(watched, lookedUpAt, now));
  const due = open
    .filter((watched) => !needsLastLookUp(watched, lookedUpAt, now))
    .map((watched) => ({ watched, overdue: overdueBy(watched, lookedUpAt, now) }))
    .filter(({ overdue }) => overdue >= 1)
    .sort((a, b) => (a.overdue === b.overdue ? 0 : b.overdue - a.overdue))
    .map(({ watched }) => watched);
  const viewed = due.filter((watched) => watched.viewed);
  const others = due.filter((watched) => !watched.viewed);
  const order: WatchedAddress[] = [];
  const count = last.length + due.length;
  for (let place = taken; order.length < count; place += 1) {
    const firstTwo = (place + 1) % 4 < 2 ? [viewed, others] : [others, viewed];
    const lanes = place % 2 === 0 ? [...firstTwo, last] : [last, ...firstTwo];
    const next = lanes.find((lane) => lane.length > 0)?.shift();
    if (next) order.push(next);
  }
  return order;
}

/**
 * Returns the time just before the earliest expiry of a payment that still needs a last look-up;
 * undefined if none needs one.
 */
export function expiriesCheckedUpTo(
  open: readonly WatchedAddress[],
  lookedUpAt: LastLookUpFinder,
  now: Date,
): Date | undefined {
  const missed = open
    .filter((watched) => needsLastLookUp(watched, lookedUpAt, now))
    .map(({ expiresAt }) => expiresAt?.getTime() ?? 0);
  return missed.length === 0 ? undefined : new Date(Math.min(...missed) - 1);
}

function needsLastLookUp(
  watched: WatchedAddress,
  lookedUpAt: LastLookUpFinder,
  now: Date,
): boolean {
  const { address, expiresAt } = watched;
  if (!expiresAt || expiresAt > now) return false;
  const last = lookedUpAt(address);
  return !last || last < expiresAt;
}

/** Returns how long ago an address was looked up, divided by the pause for its payment's age. */
function overdueBy(watched: WatchedAddress, lookedUpAt: LastLookUpFinder, now: Date): number {
  const last = lookedUpAt(watched.address);
  if (!last) return Number.POSITIVE_INFINITY;
  const age = (now.getTime() - watched.since.getTime()) / SHARE_OF_AGE;
  const pause = watched.viewed ? MIN_MS : Math.min(Math.max(age, MIN_MS), MAX_MS);
  return (now.getTime() - last.getTime()) / pause;
}
