import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import { paymentHandled } from '@/db/schema/worklist';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, assertMayChange, type Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import {
  findDecisionReasons,
  INBOX_REASONS,
  type InboxReason,
  type InboxState,
} from '@/lib/domain/worklist';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';
import { writeNote } from './inbox-note';
import { lockPayment } from './lock-payment';
import { notifyPaymentChanged } from './payment-changes';
import type { PaymentRow } from './payment-row';

export interface InboxEntryChoice {
  readonly paymentId: string;
  readonly reasons?: readonly InboxReason[] | undefined;
}

export interface HandlePaymentRequest extends InboxEntryChoice {
  /** The received amount that the member saw. */
  readonly received: Sats;
  /** If absent, the payment's note stays as it is. */
  readonly note?: string | null | undefined;
}

/**
 * Marks a payment's open inbox entries as done.
 *
 * @returns the number of entries
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `payment_changed` if the received
 *   amount is no longer what the member saw; `invalid_request` for a note with a secret
 */
export async function handlePayment(
  db: Db,
  actor: Member,
  { received, note, ...choice }: HandlePaymentRequest,
  now: Date,
): Promise<number> {
  assertMayChange(actor);
  return db.transaction(async (tx) => {
    const reasons = await moveWork(tx, actor, choice, 'handled', received);
    if (reasons.length === 0) return 0;
    const { paymentId } = choice;
    await markHandled(tx, actor, paymentId, reasons, now);
    if (note !== undefined) await writeNote(tx, actor, paymentId, { note });
    const entries = reasons.map((reason) => ({ reason, note: note ?? null }));
    await recordWork(tx, actor, 'payment.handle', { paymentId, entries }, now);
    return reasons.length;
  });
}

export async function markHandled(
  tx: Db,
  { userId }: Member,
  paymentId: string,
  reasons: readonly InboxReason[],
  now: Date,
): Promise<void> {
  if (reasons.length === 0) return;
  const by = { handledAt: now, userId };
  await tx
    .insert(paymentHandled)
    .values(reasons.map((reason) => ({ paymentId, reason, ...by })))
    .onConflictDoUpdate({ target: [paymentHandled.paymentId, paymentHandled.reason], set: by });
}

/**
 * Reopens a payment's inbox entries. Its money no longer counts as accepted.
 *
 * @returns the number of entries
 * @throws Problem `forbidden` for a viewer; `payment_not_found`
 */
export async function reopenPayment(
  db: Db,
  actor: Member,
  choice: InboxEntryChoice,
  now: Date,
): Promise<number> {
  assertMayChange(actor);
  return db.transaction(async (tx) => {
    const reasons = await moveWork(tx, actor, choice, 'open');
    if (reasons.length === 0) return 0;
    const { paymentId, reason } = paymentHandled;
    const entries = await tx
      .delete(paymentHandled)
      .where(and(eq(paymentId, choice.paymentId), inArray(reason, reasons)))
      .returning({ reason });
    await recordWork(tx, actor, 'payment.unhandle', { paymentId: choice.paymentId, entries }, now);
    return reasons.length;
  });
}

/**
 * @param received what the payment must have received, if the entries depend on it
 * @returns the reasons of the entries that changed state
 */
async function moveWork(
  tx: Db,
  actor: Actor,
  { paymentId, reasons: chosen = INBOX_REASONS }: InboxEntryChoice,
  state: InboxState,
  received?: Sats,
): Promise<readonly InboxReason[]> {
  const row = await lockPayment(tx, actor, paymentId);
  const ofMoney = findDecisionReasons(row).filter(
    (reason) => chosen.includes(reason) && row.handled.includes(reason) === (state === 'open'),
  );
  if (ofMoney.length > 0) {
    if (received !== undefined && row.receivedSats !== received) throw paymentChangedProblem(row);
    const others = row.handled.filter((reason) => !ofMoney.includes(reason));
    const moved =
      state === 'handled'
        ? { handled: [...others, ...ofMoney] }
        : { handled: others, acceptedAt: null };
    await tx.update(payment).set(moved).where(eq(payment.id, paymentId));
    if (row.acceptedAt) await notifyPaymentChanged(tx, row.checkoutId);
  }
  const hasMoved = chosen.includes('undelivered') && (await moveGivenUp(tx, paymentId, state));
  return hasMoved ? [...ofMoney, 'undelivered'] : ofMoney;
}

export function paymentChangedProblem({ receivedSats }: PaymentRow): Problem {
  return new Problem(
    'payment_changed',
    `This payment has received ${receivedSats} sats by now, which is not what was shown. Look at it again before you decide.`,
  );
}

/**
 * Changes the state of all failed deliveries of a payment, which form one entry.
 *
 * @returns whether any delivery changed its state
 */
async function moveGivenUp(tx: Db, paymentId: string, state: InboxState): Promise<boolean> {
  const isHandled = state === 'handled';
  const moved = await tx
    .update(delivery)
    .set({ handled: isHandled })
    .where(
      and(
        eq(delivery.paymentId, paymentId),
        eq(delivery.status, 'failed'),
        eq(delivery.handled, !isHandled),
      ),
    )
    .returning({ id: delivery.id });
  return moved.length > 0;
}

interface Work {
  readonly paymentId: string;
  readonly entries: readonly { readonly reason: InboxReason; readonly note?: string | null }[];
}

async function recordWork(
  tx: Db,
  actor: Member,
  action: 'payment.handle' | 'payment.unhandle',
  { paymentId, entries }: Work,
  now: Date,
): Promise<void> {
  for (const entry of entries) {
    await recordAuditEntry(tx, actor, action, paymentId, entry, now);
  }
  await notifyDashboards(tx, actor.merchantId, [`payment ${paymentId}`]);
}
