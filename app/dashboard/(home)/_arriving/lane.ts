import { confirmationCells, finalConfirmationHeight } from '@/app/_ui/strip-places';
import type { ArrivingPaymentsResponse } from '@/lib/http/home/home-response';

type ArrivingPayment = ArrivingPaymentsResponse['payments'][number];

/** The axis has `PAST_BLOCKS` mined blocks, then a line, and then `NEXT_BLOCKS` blocks to come. */
export const PAST_BLOCKS = 6;
export const NEXT_BLOCKS = 6;

/** A payment's bar at one block of the axis; null if it has none there. */
export type BlockAxisBar = 'filled' | 'next' | 'later' | null;

/** Returns a cell for each block of the axis, oldest first. */
export function blockAxisBars(payment: ArrivingPayment, tip: number): BlockAxisBar[] {
  const own = isPaid(payment) ? confirmationCells(payment, tip) : [];
  return Array.from({ length: PAST_BLOCKS + NEXT_BLOCKS }, (_, nth) => {
    const at = nth - PAST_BLOCKS + 1;
    const cell = own.find((one) => one.at === at);
    if (!cell) return null;
    if (cell.filled) return 'filled';
    return at === 1 ? 'next' : 'later';
  });
}

export function confirmationsSoFar(payment: ArrivingPayment, tip: number): number {
  return isPaid(payment)
    ? confirmationCells(payment, tip).filter(({ filled }) => filled).length
    : 0;
}

const BLOCK_MINUTES = 10;

/**
 * Returns the estimated time until confirmation, or the number of blocks if they are mined on
 * demand.
 */
export function confirmationEtaText(
  payment: ArrivingPayment,
  tip: number,
  onDemand: boolean,
): string {
  if (!isPaid(payment)) return 'waiting for the rest';
  const blocks = finalConfirmationHeight(payment, tip) - tip;
  if (blocks <= 0) return 'confirmed';
  if (onDemand) return blocks === 1 ? 'in 1 block' : `in ${blocks} blocks`;
  return `about ${blocks * BLOCK_MINUTES} min`;
}

export function arrivalProgressText(payment: ArrivingPayment, tip: number): string {
  if (!isPaid(payment)) return 'partly paid';
  if (payment.covered_height === null) return 'seen, not in a block yet';
  return `${confirmationsSoFar(payment, tip)} of ${payment.required_confirmations}`;
}

const isPaid = ({ status }: ArrivingPayment) => status !== 'pending';
