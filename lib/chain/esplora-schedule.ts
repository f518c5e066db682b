import type { WatchedAddress } from './source';

const SHORTEST_MS = 7_000;
const LONGEST_MS = 600_000;
/** An address is looked up each time its payment's age has grown by this share. */
const SHARE_OF_AGE = 20;

export interface Asked {
  /** The last look-up with a used answer; undefined: never. */
  at(address: string): Date | undefined;
  /** Whether it needs another look-up soon, after an irregularity. */
  isSuspect(address: string): boolean;
}

type Lane = 'viewed' | 'others' | 'lastChances';

/** The lane of each place, repeated; an empty lane leaves its place to the next one. */
const TURNS: readonly (readonly Lane[])[] = [
  ['viewed', 'others', 'lastChances'],
  ['lastChances', 'others', 'viewed'],
  ['others', 'viewed', 'lastChances'],
  ['lastChances', 'viewed', 'others'],
];

/**
 * The addresses to look up at `now`, most urgent first. Every second place is for payments past
 * their expiry, which need a last look-up, and half of the others for payments with an open page.
 * Within a lane, new addresses come first, then the most overdue.
 *
 * @param turn number of places given before
 */
export function addressesToAsk(
  open: readonly WatchedAddress[],
  asked: Asked,
  now: Date,
  turn: number,
): WatchedAddress[] {
  const due = open
    .filter((watched) => !needsLastLook(watched, asked, now))
    .map((watched) => ({ watched, overdue: overdueBy(watched, asked, now) }))
    .filter(({ overdue }) => overdue >= 1)
    .sort((a, b) => (a.overdue === b.overdue ? 0 : b.overdue - a.overdue))
    .map(({ watched }) => watched);
  return takeTurns(turn, {
    viewed: due.filter(({ viewed }) => viewed),
    others: due.filter(({ viewed }) => !viewed),
    lastChances: open.filter((watched) => needsLastLook(watched, asked, now)),
  });
}

function takeTurns(
  turn: number,
  lanes: Readonly<Record<Lane, readonly WatchedAddress[]>>,
): WatchedAddress[] {
  const next: Record<Lane, number> = { viewed: 0, others: 0, lastChances: 0 };
  const order: WatchedAddress[] = [];
  const total = lanes.viewed.length + lanes.others.length + lanes.lastChances.length;
  for (let place = turn; order.length < total; place++) {
    const lane = TURNS[place % TURNS.length]?.find((one) => next[one] < lanes[one].length);
    const watched = lane && lanes[lane][next[lane]++];
    if (watched) order.push(watched);
  }
  return order;
}

/** The time up to which every payment due to expire was looked up after its expiry. */
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

/** Time since the last look-up, relative to the pause for the payment's age. */
function overdueBy({ address, since, viewed }: WatchedAddress, asked: Asked, now: Date): number {
  const last = asked.at(address);
  if (!last) return Number.POSITIVE_INFINITY;
  const age = (now.getTime() - since.getTime()) / SHARE_OF_AGE;
  const pause = viewed || asked.isSuspect(address) ? SHORTEST_MS : age;
  const passed = now.getTime() - last.getTime();
  return passed / Math.min(Math.max(pause, SHORTEST_MS), LONGEST_MS);
}
