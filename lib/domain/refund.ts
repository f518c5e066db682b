import { confirmations } from './confirmations';
import type { EventType } from './event-types';
import type { PaymentFlag, PaymentStatus } from './payment';
import { type Sats, toSats } from './sats';

/**
 * `requested`: the customer has not given an address yet. `ready`: to be paid from the merchant's
 * own wallet. `sent`: its output was seen. `confirmed`: the output has the payment's required
 * confirmations.
 */
export const REFUND_STATUSES = ['requested', 'ready', 'sent', 'confirmed', 'dropped'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Whether the refund's output counts, so that the money has left the merchant's wallet. */
export function isSent(status: RefundStatus): boolean {
  return status === 'sent' || status === 'confirmed';
}

/** Whether the refund is still to be paid, so that it can be changed or dropped. */
export function isOpen(status: RefundStatus): status is 'requested' | 'ready' {
  return status === 'requested' || status === 'ready';
}

/** An output that was seen at a refund's address and counts. */
export interface RefundOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  /** Height of the output's block; null while unconfirmed. */
  readonly height: number | null;
}

/** The fields of a refund that the chain changes. */
export interface RefundStanding {
  readonly status: RefundStatus;
  readonly amount: Sats;
  readonly txid: string | null;
  readonly vout: number | null;
  readonly height: number | null;
  /**
   * The transaction of the last refund.confirmed event; null before the first, or once the
   * transaction is gone.
   */
  readonly announcedTxid: string | null;
}

export interface WatchedRefund extends RefundStanding {
  readonly id: string;
  readonly hasAddress: boolean;
  readonly isDropped: boolean;
  /** Every amount that the merchant was asked to send for the refund. */
  readonly askedAmounts: readonly Sats[];
  readonly requiredConfirmations: number;
  /** The transaction that pays the refund, as entered by a member. */
  readonly claimedTxid: string | null;
}

/**
 * Assigns the outputs at one address to its refunds. An output counts for one refund with exactly
 * its amount. A refund keeps its output. Other outputs go to refunds with their claimed transaction
 * first, then to older refunds, and to dropped refunds last.
 *
 * @param refunds all refunds to the address, oldest first
 * @param outputs the counting outputs, in the order of their age
 */
export function settleRefunds(
  refunds: readonly WatchedRefund[],
  outputs: readonly RefundOutput[],
  tipHeight: number,
): ReadonlyMap<string, RefundStanding> {
  const free = new Set(outputs);
  const found = new Map<string, RefundOutput>();
  const inTurn = [
    ...refunds.filter(({ isDropped }) => !isDropped),
    ...refunds.filter(({ isDropped }) => isDropped),
  ];
  const assign = (fits: (refund: WatchedRefund, output: RefundOutput) => boolean) => {
    for (const refund of inTurn) {
      if (found.has(refund.id)) continue;
      const own = [...free].find(
        (output) => refund.askedAmounts.includes(output.sats) && fits(refund, output),
      );
      if (!own) continue;
      free.delete(own);
      found.set(refund.id, own);
    }
  };
  assign((refund, { txid, vout }) => refund.txid === txid && refund.vout === vout);
  assign((refund, { txid }) => refund.claimedTxid === txid);
  assign(() => true);
  return new Map(
    refunds.map((refund) => [refund.id, standingOf(refund, found.get(refund.id), tipHeight)]),
  );
}

function standingOf(
  before: WatchedRefund,
  output: RefundOutput | undefined,
  tipHeight: number,
): RefundStanding {
  if (!output) {
    const waiting = before.hasAddress ? 'ready' : 'requested';
    const status = before.isDropped ? 'dropped' : waiting;
    const nothing = { txid: null, vout: null, height: null, announcedTxid: null };
    return { status, amount: before.amount, ...nothing };
  }
  const { txid, vout, height, sats } = output;
  const isDeep = confirmations(height, tipHeight) >= before.requiredConfirmations;
  const announced = isSent(before.status) ? before.announcedTxid : null;
  return {
    status: isDeep ? 'confirmed' : 'sent',
    amount: sats,
    txid,
    vout,
    height,
    announcedTxid: isDeep ? txid : announced,
  };
}

/**
 * Returns the events that a change of a refund causes. `refund.sent`: an output now pays the
 * refund, and none did before. After a reorg, `refund.confirmed` repeats only if another
 * transaction pays the refund, or if no transaction paid it for a while.
 */
export function refundEvents(before: RefundStanding, after: RefundStanding): EventType[] {
  if (after.status === 'sent') return isSent(before.status) ? [] : ['refund.sent'];
  if (after.status !== 'confirmed') return [];
  const announced = isSent(before.status) ? before.announcedTxid : null;
  return after.txid === announced ? [] : ['refund.confirmed'];
}

interface ReceivedMoney {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly amount: Sats;
  /** The received satoshis that are in a block. */
  readonly received: Sats;
  /** The satoshis of refunds that are not dropped. */
  readonly refunded: Sats;
}

/**
 * Returns the amount that the merchant most likely gives back. For a payment that was overpaid in
 * time this is the excess, otherwise everything received. The amounts of other refunds are
 * deducted.
 */
export function satsToGiveBack({ status, flags, amount, received, refunded }: ReceivedMoney): Sats {
  const isOver = status === 'confirmed' && flags.includes('overpaid') && !flags.includes('late');
  const over = isOver ? received - amount : received;
  const rest = over - refunded;
  // Once the excess is refunded, the next refund gives back the rest.
  return toSats(Math.max(0, rest > 0 ? rest : received - refunded));
}

/**
 * Returns a refund's part of the fee of a transaction that pays several refunds. The parts add up
 * to the fee.
 */
export function feeShare(fee: Sats, refunds: number, place: number): Sats {
  const part = Math.floor(fee / refunds);
  return toSats(place === 0 ? fee - part * (refunds - 1) : part);
}
