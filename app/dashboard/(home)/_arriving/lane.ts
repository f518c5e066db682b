import { cellsOf, confirmingHeight } from '@/app/_ui/strip-places';
import type { ArrivingResponse } from '@/lib/http/home/home-response';

type ArrivingPayment = ArrivingResponse['payments'][number];

/** The number of blocks shown before the line, and after it. */
export const PAST_BLOCKS = 6;
export const NEXT_BLOCKS = 6;

/** The state of a payment's bar at a place of the axis: 0 is the newest block, 1 the next. */
export type LaneCell = 'filled' | 'next' | 'later' | null;

/** The bars of a payment on the axis of blocks, oldest first. */
export function laneOf(payment: ArrivingPayment, tip: number): LaneCell[] {
  const own = isPaid(payment) ? cellsOf(payment, tip) : [];
  return Array.from({ length: PAST_BLOCKS + NEXT_BLOCKS }, (_, nth) => {
    const at = nth - PAST_BLOCKS + 1;
    const cell = own.find((one) => one.at === at);
    if (!cell) return null;
    if (cell.filled) return 'filled';
    return at === 1 ? 'next' : 'later';
  });
}

/** The number of confirmations so far. */
export function filledOf(payment: ArrivingPayment, tip: number): number {
  return isPaid(payment) ? cellsOf(payment, tip).filter(({ filled }) => filled).length : 0;
}

const BLOCK_MINUTES = 10;

/**
 * Returns the estimated time until a payment is confirmed. On a network whose blocks come on
 * demand, returns the number of blocks.
 */
export function timeLeft(payment: ArrivingPayment, tip: number, onDemand: boolean): string {
  if (!isPaid(payment)) return 'waits for the rest';
  const blocks = confirmingHeight(payment, tip) - tip;
  if (blocks <= 0) return 'confirmed';
  if (onDemand) return blocks === 1 ? 'in 1 block' : `in ${blocks} blocks`;
  return `about ${blocks * BLOCK_MINUTES} min`;
}

/** Returns the progress of a payment in words. */
export function stateText(payment: ArrivingPayment, tip: number): string {
  if (!isPaid(payment)) return 'a part arrived';
  if (payment.covered_height === null) return 'seen, not in a block yet';
  return `${filledOf(payment, tip)} of ${payment.required_confirmations}`;
}

const isPaid = ({ status }: ArrivingPayment) => status !== 'pending';
