import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { refund } from '@/db/schema/refunds';
import { webhookEvent } from '@/db/schema/webhooks';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayChange, type Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';
import { minorUnits, type PriceRequest, priceOfReceived, priceToSats } from '@/lib/domain/price';
import { invalidField, Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import { findReasonsEndedByAccept } from '@/lib/domain/worklist';
import { getPayment } from '@/lib/payments/get-payment';
import { handlePayment } from '@/lib/payments/handle-payment';
import {
  findEarlierRefund,
  idempotencyKey,
  inProgressProblem,
  type KeyedRequest,
  storeIdempotencyKeys,
  tryLockIdempotencyKeys,
} from '@/lib/payments/idempotency';
import type { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import type { PaymentRow } from '@/lib/payments/payment-row';
import type { Rates } from '@/lib/rates/rates';
import type { RefundJson } from '@/lib/webhooks/events/event-body';
import { notifyRefundChanged } from './notify-refund-changed';
import { recordRefundEvents } from './record-refund-events';
import { checkRefundAddress, readWatchStart } from './refund-address';
import { refundJson } from './refund-json';
import { lockRefundedPayment, type RefundRow, sealRefund } from './refund-row';
import { readRefundTotals, requireReceived } from './refund-totals';
import { startPastBlockSearch } from './start-past-block-search';

export interface RefundDeps {
  readonly db: Db;
  readonly rates: Rates;
  /** This signal makes the follower search the mempool for the refund's address soon. */
  readonly newPayments: NewPaymentSignal;
}

export interface RefundRequest {
  readonly paymentId: string;
  /** The amount in satoshis or in currency; null for the whole amount that is not yet refunded. */
  readonly amount: { readonly sats: Sats } | { readonly price: PriceRequest } | null;
  /** The customer's address; null until the customer or the merchant enters one. */
  readonly address: string | null;
  /** The transaction that has already paid the refund. It is only a hint. */
  readonly txid: string | null;
  /** Whether the request confirms that the refunds may exceed what was received. */
  readonly confirmExcess: boolean;
}

interface CreatedRefund {
  readonly id: string;
  /** The refund as it was when created. */
  readonly json: RefundJson;
  /** Whether an earlier request with the same Idempotency-Key created the refund. */
  readonly replayed: boolean;
}

/**
 * Records that the merchant gives back money of a payment, and writes the event. No bitcoin is
 * sent: the merchant pays from their own wallet, and the follower watches the address. If a member
 * creates the refund, the payment's inbox reasons are also marked as done.
 *
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `refund_exceeds_received`, unless
 *   the request confirms it; `invalid_request`; `idempotency_key_reused`;
 *   `idempotency_in_progress`; the problems of {@link checkRefundAddress} and {@link Rates}
 */
export async function createRefund(
  { db, rates, newPayments }: RefundDeps,
  actor: Actor,
  request: RefundRequest,
  now: Date,
  keyed?: KeyedRequest,
): Promise<CreatedRefund> {
  assertMayChange(actor);
  const { row: found } = await getPayment(db, actor, request.paymentId);
  const key = keyed && idempotencyKey(keyed, now);
  // A repeated request gets its refund even while there is no rate.
  const known = key && (await findEarlierRefund(db, key));
  if (known) return { ...(await asCreated(db, known)), replayed: true };
  const requested = await amountOf(rates, found.network, request, now);
  const made = await db.transaction(async (tx) => {
    if (key) {
      const held = await tryLockIdempotencyKeys(tx, [key]);
      const earlier = await findEarlierRefund(tx, key);
      if (earlier) return { ...(await asCreated(tx, earlier)), replayed: true };
      if (!held.has(key.hash)) throw inProgressProblem();
    }
    const of = await lockRefundedPayment(tx, actor, request.paymentId);
    const row = await insertRefund(tx, of, { actor, request, asked: requested, now });
    if (key) await storeIdempotencyKeys(tx, [{ ...key, paymentId: of.id, refundId: row.id }]);
    const [at] = await tx
      .select({ height: chain.height })
      .from(chain)
      .where(eq(chain.network, of.network));
    const tipHeight = at?.height ?? null;
    await recordRefundEvents(tx, of, [{ type: 'refund.created', row }], tipHeight, now);
    const data = { amount_sats: row.amountSats, address: row.address, payment_id: of.id };
    await recordAuditEntry(tx, actor, 'refund.create', of.id, data, now);
    if (actor.kind === 'member') await markDecided(tx, actor, of, now);
    await notifyRefundChanged(tx, of);
    return { id: row.id, json: refundJson(row, tipHeight), replayed: false };
  });
  newPayments.emit(found.network);
  return made;
}

/** `price` is null for a refund in satoshis. */
interface Amount {
  readonly sats: Sats;
  readonly price: PriceRequest | null;
}

/**
 * Returns the amount of a request; null for the whole amount that is not yet refunded. It may query
 * exchanges, so it must be called before the transaction.
 */
async function amountOf(
  rates: Rates,
  network: Network,
  { amount }: RefundRequest,
  now: Date,
): Promise<Amount | null> {
  if (!amount) return null;
  if ('sats' in amount) return { sats: amount.sats, price: null };
  const { price } = amount;
  return { sats: await convertToRefundSats(rates, network, price, now), price };
}

/**
 * Returns the satoshis of a price at the current rate, without the spread of payments.
 *
 * @throws Problem the problems of {@link Rates}; `invalid_request` for more than all bitcoin
 */
export async function convertToRefundSats(
  rates: Rates,
  network: Network,
  price: PriceRequest,
  now: Date,
): Promise<Sats> {
  const { rate } = await rates.rate(price.currency, network, now, '/price/currency');
  const units = minorUnits(price);
  const sats = units && priceToSats(units, price.currency, rate, 0);
  if (sats) return sats;
  throw invalidField('/price/amount', 'out_of_range', 'Must not be worth more than all bitcoin.');
}

async function insertRefund(
  tx: Db,
  of: PaymentRow,
  given: {
    readonly actor: Actor;
    readonly request: RefundRequest;
    readonly asked: Amount | null;
    readonly now: Date;
  },
): Promise<RefundRow> {
  const { actor, request, asked, now } = given;
  const sums = await readRefundTotals(tx, of);
  const amountSats = asked?.sats ?? sums.toGiveBackSats;
  if (amountSats === 0) throw nothingLeft();
  requireReceived(sums, amountSats, request.confirmExcess);
  const to = request.address
    ? await checkRefundAddress(tx, of, request.address, amountSats)
    : undefined;
  const ofPayment = of.price && priceOfReceived(of.price, amountSats, of.amountSats);
  const [row] = await tx
    .insert(refund)
    .values({
      id: newId('refund'),
      paymentId: of.id,
      apiKeyId: of.apiKeyId,
      network: of.network,
      amountSats,
      price: asked?.price ?? ofPayment,
      quotedAt: asked?.price ? now : null,
      askedSats: [amountSats],
      excessConfirmed: request.confirmExcess,
      ...(to && { ...to, addressGivenBy: 'merchant', addressGivenAt: now, isNewAddress: true }),
      ...(await readWatchStart(tx, of.network)),
      claimedTxid: request.txid,
      requiredConfirmations: of.requiredConfirmations,
      status: to ? 'ready' : 'requested',
      createdBy: actor.kind === 'member' ? actor.userId : null,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!row) throw new Error('an insert must return its row');
  if (to && request.txid) await startPastBlockSearch(tx, of, row.id);
  return sealRefund(tx, row);
}

/** Marks as done the payment's inbox reasons that a refund decides. */
async function markDecided(tx: Db, actor: Member, of: PaymentRow, now: Date): Promise<void> {
  const reasons = findReasonsEndedByAccept(of);
  if (reasons.length === 0) return;
  const choice = { paymentId: of.id, received: of.receivedSats, reasons, note: undefined };
  await handlePayment(tx, actor, choice, now);
}

/** Returns a refund as it was when created. The event of its creation stores this state. */
async function asCreated(tx: Db, refundId: string): Promise<Omit<CreatedRefund, 'replayed'>> {
  const [row] = await tx
    .select({ body: webhookEvent.body })
    .from(refund)
    .innerJoin(webhookEvent, eq(webhookEvent.paymentId, refund.paymentId))
    .where(
      and(
        eq(refund.id, refundId),
        eq(webhookEvent.type, 'refund.created'),
        sql`${webhookEvent.body}::jsonb -> 'data' -> 'refund' ->> 'id' = ${refundId}`,
      ),
    );
  if (!row) throw new Error('a refund was created without its event');
  const { data } = JSON.parse(row.body) as { data: { refund: RefundJson } };
  return { id: refundId, json: data.refund };
}

function nothingLeft(): Problem {
  return new Problem(
    'refund_exceeds_received',
    'Nothing is left to give back: no money of this payment is in a block, or other refunds give all of it back.',
  );
}
