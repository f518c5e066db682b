import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import { paymentHandled } from '@/db/schema/worklist';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { tellChanges } from '@/lib/changes/tell';
import { type Actor, type Member, mayChange } from '@/lib/domain/actor';
import { type Change, summarize } from '@/lib/domain/change';
import { Problem } from '@/lib/domain/problems';
import {
  MONEY_REASONS,
  moneyReasons,
  WORK_REASONS,
  type WorkReason,
  type WorkState,
} from '@/lib/domain/worklist';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import type { PaymentRow } from './payment-row';

/** Entries of the worklist: those of these payments, for these reasons or for all. */
export interface WorkChoice {
  readonly paymentIds: readonly string[];
  readonly reasons?: readonly WorkReason[] | undefined;
}

/**
 * Marks open entries of the worklist as handled. What is not open, or is handled already, stays as
 * it is.
 *
 * @param note what the member wants to remember of it
 * @returns the number of entries
 * @throws Problem `forbidden` for a viewer; `payment_not_found`, when the actor may not see one of
 *   the payments; `invalid_request` for a note that holds a secret. Nothing is changed then
 */
export async function handlePayments(
  db: Db,
  actor: Member,
  { note, ...choice }: WorkChoice & { readonly note: string | null },
  now: Date,
): Promise<number> {
  mayChange(actor);
  return db.transaction(async (tx) => {
    const entries = await moveWork(tx, actor, choice, 'handled');
    if (entries.length === 0) return 0;
    const by = { handledAt: now, userId: actor.userId, note };
    await tx
      .insert(paymentHandled)
      .values(entries.map((entry) => ({ ...entry, ...by })))
      .onConflictDoUpdate({ target: [paymentHandled.paymentId, paymentHandled.reason], set: by });
    const noted = entries.map((entry) => ({ ...entry, note }));
    await recordWork(tx, actor, 'payment.handle', noted, now);
    return entries.length;
  });
}

/**
 * Opens handled entries of the worklist again.
 *
 * @returns the number of entries
 * @throws Problem `forbidden` for a viewer; `payment_not_found`, when the actor may not see one of
 *   the payments. Nothing is changed then
 */
export async function unhandlePayments(
  db: Db,
  actor: Member,
  choice: WorkChoice,
  now: Date,
): Promise<number> {
  mayChange(actor);
  return db.transaction(async (tx) => {
    const entries = await moveWork(tx, actor, choice, 'open');
    if (entries.length === 0) return 0;
    const pairs = entries.map(({ paymentId, reason }) => sql`(${paymentId}, ${reason})`);
    const removed = await tx
      .delete(paymentHandled)
      .where(
        sql`(${paymentHandled.paymentId}, ${paymentHandled.reason}) in (${sql.join(pairs, sql`, `)})`,
      )
      .returning({
        paymentId: paymentHandled.paymentId,
        reason: paymentHandled.reason,
        note: paymentHandled.note,
      });
    await recordWork(tx, actor, 'payment.unhandle', removed, now);
    return entries.length;
  });
}

interface Entry {
  readonly paymentId: string;
  readonly reason: WorkReason;
}

/** Moves the chosen entries into this state. @returns those that were in the other one */
async function moveWork(
  tx: Db,
  actor: Actor,
  { paymentIds, reasons }: WorkChoice,
  state: WorkState,
): Promise<Entry[]> {
  const chosen = reasons?.length ? reasons : WORK_REASONS;
  const rows = await lockPayments(tx, actor, paymentIds);
  const moved = rows.flatMap((row) => moneyEntries(row, chosen, state));
  await writeHandled(tx, moved, state);
  if (!chosen.includes('undelivered')) return moved;
  return [...moved, ...(await moveGivenUp(tx, paymentIds, state))];
}

/** In the order of ids, as when money is added up, so that the two cannot deadlock. */
async function lockPayments(
  tx: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly PaymentRow[]> {
  const keys = keysVisibleTo(tx, actor);
  const rows = await tx
    .select()
    .from(payment)
    .where(and(isAmong(payment.id, ids), inArray(payment.apiKeyId, keys)))
    .orderBy(payment.id)
    .for('update');
  const unknown = ids.find((id) => !rows.some((row) => row.id === id));
  if (unknown === undefined) return rows;
  throw new Problem('payment_not_found', `This merchant has no payment ${unknown}.`);
}

function moneyEntries(row: PaymentRow, chosen: readonly WorkReason[], state: WorkState): Entry[] {
  const has = moneyReasons(row);
  return MONEY_REASONS.flatMap((reason) => {
    const isHandled = row.handled.includes(reason);
    const moves = has.includes(reason) && isHandled === (state === 'open');
    return moves && chosen.includes(reason) ? { paymentId: row.id, reason } : [];
  });
}

async function writeHandled(tx: Db, moved: readonly Entry[], state: WorkState): Promise<void> {
  if (moved.length === 0) return;
  const entries = JSON.stringify(moved.map(({ paymentId: id, reason }) => ({ id, reason })));
  const next =
    state === 'handled'
      ? sql`handled || moved.reasons`
      : sql`array(select * from unnest(handled) one where one <> all(moved.reasons))`;
  await tx.execute(sql`
    update ${payment} set handled = ${next}
    from (
      select id, array_agg(reason) as reasons
      from jsonb_to_recordset(${entries}::jsonb) as m(id text, reason text) group by id
    ) moved
    where ${payment.id} = moved.id`);
}

/** Those of the given-up deliveries of these payments, one entry each. */
async function moveGivenUp(tx: Db, ids: readonly string[], state: WorkState): Promise<Entry[]> {
  const isHandled = state === 'handled';
  const deliveries = await tx
    .update(delivery)
    .set({ handled: isHandled })
    .where(
      and(
        isAmong(delivery.paymentId, ids),
        eq(delivery.status, 'failed'),
        eq(delivery.handled, !isHandled),
      ),
    )
    .returning({ id: delivery.paymentId });
  return [...new Set(deliveries.map(({ id }) => id))].map((paymentId) => {
    return { paymentId, reason: 'undelivered' };
  });
}

async function recordWork(
  tx: Db,
  actor: Member,
  action: 'payment.handle' | 'payment.unhandle',
  entries: readonly (Entry & { readonly note: string | null })[],
  now: Date,
): Promise<void> {
  for (const { paymentId, reason, note } of entries) {
    await recordAuditEntry(tx, actor, action, paymentId, { reason, note }, now);
  }
  const changes = entries.map(({ paymentId }): Change => `payment ${paymentId}`);
  await tellChanges(tx, actor.merchantId, summarize(changes));
}
