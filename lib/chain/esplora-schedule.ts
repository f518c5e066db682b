import type { WatchedAddress } from './source';

const SHORTEST_MS = 7_000;
const LONGEST_MS = 600_000;
/** An address is asked about each time a payment's age has grown by this share of it. */
const SHARE_OF_AGE = 20;

export interface Asked {
  /** When it was last asked about and the answer was used; undefined: never. */
  at(address: string): Date | undefined;
  /** Whether something is wrong with it that wants a second look soon. */
  isSuspect(address: string): boolean;
}

/**
 * The addresses to ask about at `now`, the most urgent first. Every second place, as long as there
 * are any, is for a payment that can only expire once it was asked about after its time; the other
 * places go to what is most overdue, and what was never asked about comes before all of it.
 */
export function addressesToAsk(
  open: readonly WatchedAddress[],
  asked: Asked,
  now: Date,
  lastChancesFirst: boolean,
): WatchedAddress[] {
  const lastChances = open.filter((watched) => needsLastLook(watched, asked, now));
  const others = open
    .filter((watched) => !needsLastLook(watched, asked, now))
    .map((watched) => ({ watched, overdue: overdueBy(watched, asked, now) }))
    .filter(({ overdue }) => overdue >= 1)
    .sort((a, b) => (a.overdue === b.overdue ? 0 : b.overdue - a.overdue))
    .map(({ watched }) => watched);
  return lastChancesFirst ? alternate(lastChances, others) : alternate(others, lastChances);
}

/** The moment up to which every payment that was due to expire has been asked about since. */
export function askedUpTo(
  open: readonly WatchedAddress[],
  asked: Asked,
  now: Date,
): Date | undefined {
  const missed = open
    .filter((watched) => needsLastLook(watched, asked, now))
    .map(({ expiresAt }) => expiresAt?.getTime() ?? 0);
  return missed.length === 0 ? undefined : new Date(Math.min(...missed) - 1);
}

function needsLastLook({ address, expiresAt }: WatchedAddress, asked: Asked, now: Date): boolean {
  if (!expiresAt || expiresAt > now) return false;
  const last = asked.at(address);
  return !last || last < expiresAt;
}

/** Time since the last look, in units of the pause that is right for the payment's age. */
function overdueBy({ address, since }: WatchedAddress, asked: Asked, now: Date): number {
  const last = asked.at(address);
  if (!last) return Number.POSITIVE_INFINITY;
  const age = (now.getTime() - since.getTime()) / SHARE_OF_AGE;
  const pause = asked.isSuspect(address) ? SHORTEST_MS : age;
  const passed = now.getTime() - last.getTime();
  return passed / Math.min(Math.max(pause, SHORTEST_MS), LONGEST_MS);
}

function alternate<T>(first: readonly T[], second: readonly T[]): T[] {
  const length = Math.max(first.length, second.length);
  return Array.from({ length }, (_, i) => [
    ...first.slice(i, i + 1),
    ...second.slice(i, i + 1),
  ]).flat();
}
