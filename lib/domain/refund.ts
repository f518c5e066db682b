import { confirmations } from './confirmations';
import type { EventType } from './event-types';
import type { PaymentFlag, PaymentStatus } from './payment';
import { type Sats, toSats } from './sats';

/**
 * `requested`: the customer has not entered an address yet. `ready`: the merchant has to pay it
 * from their wallet. `sent`: an output that pays it was seen. `confirmed`: this output has the
 * number of confirmations that the payment requires.
 */
export const REFUND_STATUSES = ['requested', 'ready', 'sent', 'confirmed', 'dropped'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Whether an output that pays the refund counts, so the money has left the merchant's wallet. */
export function isSent(status: RefundStatus): boolean {
  return status === 'sent' || status === 'confirmed';
}

/** Whether the refund has not been paid yet, so it can still be changed or dropped. */
export function isOpen(status: RefundStatus): status is 'requested' | 'ready' {
  return status === 'requested' || status === 'ready';
}

/** An output to a refund's address that counts. */
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
   * The transaction of the last refund.confirmed event. It is null before the first event, and
   * after the transaction has vanished.
   */
  readonly announcedTxid: string | null;
}

export interface WatchedRefund extends RefundStanding {
  readonly id: string;
  readonly hasAddress: boolean;
  readonly isDropped: boolean;
  /** All amounts that the merchant has been asked to send for the refund, at any time. */
  readonly askedAmounts: readonly Sats[];
  readonly requiredConfirmations: number;
  /** The txid that a member has entered for the refund. */
  readonly claimedTxid: string | null;
}

/**
 * Assigns the outputs at one address to the refunds to it. An output counts for one refund, and
 * must have exactly its amount. Refunds first keep their outputs. Then outputs go to refunds for
 * which a member has entered the output's transaction, then to the remaining refunds, oldest first.
 * Dropped refunds always come last.
 *
 * @param refunds all refunds to the address, oldest first
 * @param outputs the counting outputs, oldest first
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
 * Returns the events about a change of a refund. `refund.sent` means that an output now pays the
 * refund and none did before. After a reorg, `refund.confirmed` is sent again only if another
 * transaction pays the refund, or if none paid it for a while.
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
  /** The received satoshis in blocks. */
  readonly received: Sats;
  /** The satoshis of refunds that are not dropped. */
  readonly refunded: Sats;
}

/**
 * Returns the amount that the merchant most likely wants to give back. It is the excess if the
 * payment was overpaid in time, otherwise everything received. Earlier refunds are deducted.
 */
export function satsToGiveBack({ status, flags, amount, received, refunded }: ReceivedMoney): Sats {
  const isOver = status === 'confirmed' && flags.includes('overpaid') && !flags.includes('late');
  const over = isOver ? received - amount : received;
  const rest = over - refunded;
  // If the excess has been refunded, the next refund gives back everything that is left.
  return toSats(Math.max(0, rest > 0 ? rest : received - refunded));
}

/**
 * Returns one refund's share of a transaction's fee, if the transaction pays several refunds. The
 * shares add up to the fee.
 *
 * @param place the position of the refund, from 0; the first refund's share has the remainder
 */
export function feeShare(fee: Sats, refunds: number, place: number): Sats {
  const part = Math.floor(fee / refunds);
  return toSats(place === 0 ? fee - part * (refunds - 1) : part);
}
