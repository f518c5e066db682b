import { confirmations } from './confirmations';
import type { EventType } from './event-types';
import type { PaymentFlag, PaymentStatus } from './payment';
import { type Sats, toSats } from './sats';

/**
 * `requested`: the customer has not entered an address yet. `ready`: the merchant has to pay from
 * their wallet. `sent`: an output that pays the refund was seen. `confirmed`: that output has the
 * confirmations that the payment requires.
 */
export const REFUND_STATUSES = ['requested', 'ready', 'sent', 'confirmed', 'dropped'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export function isRefundSent(status: RefundStatus): boolean {
  return status === 'sent' || status === 'confirmed';
}

/** Whether the refund can still be changed or dropped, because nothing was sent. */
export function isRefundOpen(status: RefundStatus): status is 'requested' | 'ready' {
  return status === 'requested' || status === 'ready';
}

export interface RefundOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  /** Null while unconfirmed. */
  readonly height: number | null;
}

export interface RefundStanding {
  readonly status: RefundStatus;
  readonly amount: Sats;
  readonly txid: string | null;
  readonly vout: number | null;
  readonly height: number | null;
  /**
   * The transaction of the last refund.confirmed; null before the first, and after that transaction
   * vanished.
   */
  readonly announcedTxid: string | null;
}

export interface WatchedRefund extends RefundStanding {
  readonly id: string;
  readonly hasAddress: boolean;
  readonly isDropped: boolean;
  /** Every amount that the merchant was ever asked to send for the refund. */
  readonly askedAmounts: readonly Sats[];
  readonly requiredConfirmations: number;
  readonly claimedTxid: string | null;
}

/**
 * Assigns each output at one address to at most one refund that asked for the output's amount.
 * Refunds keep their outputs. Free outputs go to refunds whose transaction a member entered, then
 * to other refunds. In each step, older refunds come first and dropped refunds last.
 *
 * @param refunds all refunds to the address, oldest first
 * @param outputs the outputs that count, oldest first
 */
export function assignRefundOutputs(
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
  const announced = isRefundSent(before.status) ? before.announcedTxid : null;
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
 * Returns the events of a change. After a reorg, `refund.confirmed` is sent again only if another
 * transaction pays the refund, or if none paid it for a while.
 */
export function refundEvents(before: RefundStanding, after: RefundStanding): EventType[] {
  if (after.status === 'sent') return isRefundSent(before.status) ? [] : ['refund.sent'];
  if (after.status !== 'confirmed') return [];
  const announced = isRefundSent(before.status) ? before.announcedTxid : null;
  return after.txid === announced ? [] : ['refund.confirmed'];
}

interface ReceivedMoney {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly amount: Sats;
  /** Only outputs in blocks count. */
  readonly received: Sats;
  /** The sum of refunds that are not dropped. */
  readonly refunded: Sats;
}

/**
 * Returns the amount that the merchant most likely wants to give back: the excess if the payment
 * was overpaid in time, otherwise everything. Earlier refunds are deducted.
 */
export function satsToGiveBack({ status, flags, amount, received, refunded }: ReceivedMoney): Sats {
  const isOver = status === 'confirmed' && flags.includes('overpaid') && !flags.includes('late');
  const over = isOver ? received - amount : received;
  const rest = over - refunded;
  // Once the excess has been refunded, the next refund gives back the rest.
  return toSats(Math.max(0, rest > 0 ? rest : received - refunded));
}

/**
 * Returns one refund's share of the fee of a transaction that pays several refunds. The shares add
 * up to the fee.
 *
 * @param place from 0; the first refund also gets the remainder
 */
export function feeShare(fee: Sats, refunds: number, place: number): Sats {
  const part = Math.floor(fee / refunds);
  return toSats(place === 0 ? fee - part * (refunds - 1) : part);
}
