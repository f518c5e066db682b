import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import { paymentHandled } from '@/db/schema/worklist';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Actor, type Member, mayChange } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import { moneyReasons, WORK_REASONS, type WorkReason, type WorkState } from '@/lib/domain/worklist';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { tellChanges } from '@/lib/server/changes/tell';
import type { PaymentRow } from './payment-row';

/** Entries of a payment in the inbox, for these reasons or for all. */
export interface WorkChoice {
  readonly paymentId: string;
  readonly reasons?: readonly WorkReason[] | undefined;
}

export interface HandleRequest extends WorkChoice {
  /** The received amount that the member saw. */
  readonly received: Sats;
  readonly note: string | null;
}

/**
 * Marks a payment's open inbox entries as done. Entries that are not open stay unchanged.
 *
 * @returns the number of entries
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `payment_changed` when the
 *   received amount is no longer what the member saw; `invalid_request` for a note that holds a
 *   secret
 */
export async function handlePayment(
  db: Db,
  actor: Member,
  { received, note, ...choice }: HandleRequest,
  now: Date,
): Promise<number> {
  mayChange(actor);
  return db.transaction(async (tx) => {
    const reasons = await moveWork(tx, actor, choice, 'handled', received);
    if (reasons.length === 0) return 0;
    const { paymentId } = choice;
    const by = { handledAt: now, userId: actor.userId, note };
    await tx
      .insert(paymentHandled)
      .values(reasons.map((reason) => ({ paymentId, reason, ...by })))
      .onConflictDoUpdate({ target: [paymentHandled.paymentId, paymentHandled.reason], set: by });
    const entries = reasons.map((reason) => ({ reason, note }));
    await recordWork(tx, actor, 'payment.handle', { paymentId, entries }, now);
    return reasons.length;
  });
}

/**
 * Reopens a payment's inbox entries that were done.
 *
 * @returns the number of entries
 * @throws Problem `forbidden` for a viewer; `payment_not_found`
 */
export async function unhandlePayment(
  db: Db,
  actor: Member,
  choice: WorkChoice,
  now: Date,
): Promise<number> {
  mayChange(actor);
  return db.transaction(async (tx) => {
    const reasons = await moveWork(tx, actor, choice, 'open');
    if (reasons.length === 0) return 0;
    const { paymentId, reason, note } = paymentHandled;
    const entries = await tx
      .delete(paymentHandled)
      .where(and(eq(paymentId, choice.paymentId), inArray(reason, reasons)))
      .returning({ reason, note });
    await recordWork(tx, actor, 'payment.unhandle', { paymentId: choice.paymentId, entries }, now);
    return reasons.length;
  });
}

/**
 * Moves the chosen entries to this state.
 *
 * @param received the received amount that is required, for entries that depend on it
 * @returns the reasons of the entries that changed state
 */
async function moveWork(
  tx: Db,
  actor: Actor,
  { paymentId, reasons: chosen = WORK_REASONS }: WorkChoice,
  state: WorkState,
  received?: Sats,
): Promise<readonly WorkReason[]> {
  const row = await lockPayment(tx, actor, paymentId);
  const ofMoney = moneyReasons(row).filter(
    (reason) => chosen.includes(reason) && row.handled.includes(reason) === (state === 'open'),
  );
  if (ofMoney.length > 0) {
    if (received !== undefined && row.receivedSats !== received) throw changedSince(row);
    const others = row.handled.filter((reason) => !ofMoney.includes(reason));
    const handled = state === 'handled' ? [...others, ...ofMoney] : others;
    await tx.update(payment).set({ handled }).where(eq(payment.id, paymentId));
  }
  const hasMoved = chosen.includes('undelivered') && (await moveGivenUp(tx, paymentId, state));
  return hasMoved ? [...ofMoney, 'undelivered'] : ofMoney;
}

async function lockPayment(tx: Db, actor: Actor, id: string): Promise<PaymentRow> {
  const [row] = await tx
    .select()
    .from(payment)
    .where(and(eq(payment.id, id), inArray(payment.apiKeyId, keysVisibleTo(tx, actor))))
    .for('update');
  if (!row) throw new Problem('payment_not_found', `This merchant has no payment ${id}.`);
  return row;
}

function changedSince({ receivedSats }: PaymentRow): Problem {
  return new Problem(
    'payment_changed',
    `This payment has received ${receivedSats} sats by now, which is not what was shown. Look at it again before you mark it as handled.`,
  );
}

/** Moves the payment's failed deliveries, which are one entry. @returns whether there were any */
async function moveGivenUp(tx: Db, paymentId: string, state: WorkState): Promise<boolean> {
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
  readonly entries: readonly { readonly reason: WorkReason; readonly note: string | null }[];
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
  await tellChanges(tx, actor.merchantId, [`payment ${paymentId}`]);
}
