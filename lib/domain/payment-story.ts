import type { PaymentFlag, PaymentStatus } from './payment';

export interface TimelineStanding {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly receivedSats: number;
  readonly txid: string | null;
  readonly coveredHeight: number | null;
}

export const TIMELINE_CHANGE_KINDS = [
  'seen',
  'underpaid',
  'more',
  'less',
  'in_block',
  'back_in_mempool',
  'replaced',
  'confirmed',
  'reversed',
  'lost',
  'expired',
  'canceled',
] as const;
export type TimelineChangeKind = (typeof TIMELINE_CHANGE_KINDS)[number];

export const INITIAL_TIMELINE_STANDING: TimelineStanding = {
  status: 'pending',
  flags: [],
  receivedSats: 0,
  txid: null,
  coveredHeight: null,
};

/** Returns the change that a payment's timeline shows; undefined if it shows none. */
export function findTimelineChange(
  before: TimelineStanding,
  after: TimelineStanding,
): TimelineChangeKind | undefined {
  if (after.status !== before.status) return statusChange(before, after);
  if (after.receivedSats < before.receivedSats) return moneyGone(after);
  if (after.receivedSats > before.receivedSats) return moneyChange(before, after);
  if (after.coveredHeight !== before.coveredHeight) {
    return after.coveredHeight === null ? 'back_in_mempool' : 'in_block';
  }
  return after.txid === before.txid ? undefined : 'replaced';
}

function statusChange(before: TimelineStanding, after: TimelineStanding): TimelineChangeKind {
  if (after.status === 'confirmed') return 'confirmed';
  if (after.status === 'detected') return before.status === 'confirmed' ? 'reversed' : 'seen';
  if (before.status === 'detected' || before.status === 'confirmed') return moneyGone(after);
  return after.status === 'expired' ? 'expired' : 'canceled';
}

function moneyGone({ receivedSats }: TimelineStanding): TimelineChangeKind {
  return receivedSats === 0 ? 'lost' : 'less';
}

function moneyChange(before: TimelineStanding, after: TimelineStanding): TimelineChangeKind {
  const short = after.flags.includes('underpaid');
  return short && before.receivedSats === 0 ? 'underpaid' : 'more';
}
