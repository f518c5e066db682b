import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { type Actor, assertMayChange, OPERATOR } from '@/lib/domain/actor';
import { priceOfPart, priceSetByShop } from '@/lib/domain/price';
import { Problem } from '@/lib/domain/problems';
import { toSats } from '@/lib/domain/sats';
import { requireUsableKey } from '@/lib/keys/require-usable-key';
import { type CreateDeps, createPayment } from './create-payment';
import { type FoundPayment, getPayment } from './get-payment';
import { customerOf, type PaymentRow } from './payment-row';
import { dueSats } from './public-payment';
import { decisionFactsOf } from './views/decision-facts';

/**
 * Time to pay a follow-up that a member created. It is long, because the customer may read the
 * member's message much later.
 */
const SENT_FOR_SECONDS = 86_400;

/** A customer may let this many follow-ups expire. Each uses up an address of the wallet. */
const MAX_BY_CUSTOMER = 5;

/**
 * Creates a payment for the missing amount of an expired or canceled payment, at the current rate,
 * with the same key, customer, reference and shop data. Returns the open follow-up if there is one.
 * Replaces a follow-up that ended unpaid. One that ended partly paid gets a follow-up of its own.
 *
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `payment_not_due` unless the
 *   payment has ended with money missing and allows follow-ups; the problems of
 *   {@link createPayment}
 */
export async function ensureFollowUp(
  deps: CreateDeps,
  actor: Actor,
  paymentId: string,
  now: Date,
): Promise<FoundPayment> {
  assertMayChange(actor);
  return findOrCreate(deps, actor, paymentId, now);
}

async function findOrCreate(
  deps: CreateDeps & Partial<CustomerDeps>,
  actor: Actor,
  paymentId: string,
  now: Date,
): Promise<FoundPayment> {
  const followed = await findFollowed(deps.db, actor, paymentId);
  if (followed.open) return followed.open;
  await deps.countPayment?.();
  try {
    const made = await createFollowUp(deps, actor, followed.first, now);
    return getPayment(deps.db, actor, made.id);
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'payment_not_due')) throw error;
    // Another request has just created the follow-up, or the payment has changed.
    const again = await findFollowed(deps.db, actor, paymentId);
    if (!again.open) throw error;
    return again.open;
  }
}

interface CustomerDeps extends CreateDeps {
  /**
   * Counts a new payment against the customer's limit.
   *
   * @throws Problem `rate_limited`
   */
  countPayment(): Promise<void>;
}

/**
 * Creates a follow-up of an expired payment for a customer, a few times at most, with the payment's
 * API key. The caller must check that the key allows this.
 *
 * @throws Problem `payment_not_found`; `not_found` if the key can no longer be used;
 *   `rate_limited`; the problems of {@link ensureFollowUp}
 */
export async function ensureFollowUpForCustomer(
  deps: CustomerDeps,
  checkoutId: string,
  now: Date,
): Promise<FoundPayment> {
  const [row] = await deps.db.select().from(payment).where(eq(payment.checkoutId, checkoutId));
  if (!row) throw new Problem('payment_not_found', 'There is no payment with this page.');
  if (row.status !== 'expired') throw notDue();
  const key = await requireUsableKey(deps.db, OPERATOR, row.apiKeyId, now);
  return findOrCreate(deps, key, row.id, now);
}

/** Returns the payment to follow up, which may be an earlier follow-up, and its open follow-up. */
async function findFollowed(
  db: Db,
  actor: Actor,
  paymentId: string,
): Promise<{ readonly first: FoundPayment; readonly open?: FoundPayment }> {
  let first = await getPayment(db, actor, paymentId);
  while (first.row.followsPaymentId && hasEnded(first.row) && first.row.receivedSats === 0) {
    first = await getPayment(db, actor, first.row.followsPaymentId);
  }
  for (;;) {
    const newest = (await decisionFactsOf(db, first.row.id)).followUp;
    if (!newest) return { first };
    const found = await getPayment(db, actor, newest.id);
    if (!hasEnded(found.row)) return { first, open: found };
    if (found.row.receivedSats === 0) return { first };
    first = found;
  }
}

const hasEnded = ({ status }: Pick<PaymentRow, 'status'>) =>
  status === 'expired' || status === 'canceled';

async function createFollowUp(
  deps: CreateDeps,
  actor: Actor,
  { row, extra }: FoundPayment,
  now: Date,
): Promise<PaymentRow> {
  if (extra?.noFollowUps) throw notFollowed();
  const missing = missingOf(row, now);
  if (!hasEnded(row) || !missing) throw notDue();
  const request = {
    ...missing,
    tolerancePpm: row.tolerancePpm,
    requiredConfirmations: row.requiredConfirmations,
    expiresInSeconds:
      actor.kind === 'key'
        ? Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 1000)
        : SENT_FOR_SECONDS,
    webhookUrl: row.webhookUrl,
    destinationAddress: row.walletId === null ? row.address : null,
    reference: row.reference,
    customer: customerOf(row),
    ...(row.paymentLinkId && { paymentLinkId: row.paymentLinkId }),
    followsPaymentId: row.id,
    extra,
  };
  // This runs under the wallet's lock, so that concurrent requests create only one payment.
  return createPayment(deps, actor, row.apiKeyId, request, now, async (tx) => {
    const [current] = await tx.select().from(payment).where(eq(payment.id, row.id));
    const newest = (await decisionFactsOf(tx, row.id)).followUp;
    const isSame = current?.status === row.status && current.receivedSats === row.receivedSats;
    if (!isSame || (newest && !hasEnded(newest))) return notDue();
    if (actor.kind !== 'key') return undefined;
    const made = await tx.$count(payment, eq(payment.followsPaymentId, row.id));
    return made < MAX_BY_CUSTOMER ? undefined : tooMany();
  });
}

function missingOf(row: PaymentRow, now: Date) {
  const due = dueSats(row);
  if (due === 0) return undefined;
  const amount = toSats(due);
  if (!row.price) return { amount };
  const missingPrice = priceOfPart(row.price, amount, row.amountSats);
  // The shop set the satoshis itself, so the follow-up uses the shop's rate.
  if (row.price.source === 'shop')
    return { amount, price: priceSetByShop(missingPrice, amount, now) };
  return { asked: missingPrice };
}

function notDue(): Problem {
  return new Problem(
    'payment_not_due',
    'Only an expired or canceled payment with money missing can be followed by a new one.',
  );
}

function notFollowed(): Problem {
  return new Problem(
    'payment_not_due',
    'The shop knows only this payment, so no other one can follow it. Your customer can order again in the shop.',
  );
}

function tooMany(): Problem {
  return new Problem('rate_limited', 'Too many new payments were requested for this payment.', {
    retryAfterSeconds: SENT_FOR_SECONDS,
  });
}
