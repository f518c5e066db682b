import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { appUser, membership, shownUser } from '@/db/schema/people';
import { paymentNote } from '@/db/schema/worklist';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { type Member, mayChange } from '@/lib/domain/actor';
import { invalidField } from '@/lib/domain/problems';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';
import { lockPayment } from './lock-payment';

/** A team's note about a payment, and the member who takes care of it. */
export interface PaymentNote {
  readonly note: string | null;
  /** By name or e-mail address; null also after the member has left the team. */
  readonly assignee: { readonly id: string; readonly name: string } | null;
}

export const NO_NOTE: PaymentNote = { note: null, assignee: null };

/** Returns the notes of these payments by id, which the actor may see. */
export async function readNotes(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PaymentNote>> {
  const rows = await db
    .select({ paymentId: paymentNote.paymentId, note: paymentNote.note, id: appUser.id, shownUser })
    .from(paymentNote)
    .innerJoin(payment, eq(payment.id, paymentNote.paymentId))
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .leftJoin(
      membership,
      and(
        eq(membership.merchantId, apiKey.merchantId),
        eq(membership.userId, paymentNote.assigneeId),
      ),
    )
    .leftJoin(appUser, eq(appUser.id, membership.userId))
    .where(inArray(paymentNote.paymentId, [...ids]));
  return new Map(
    rows.map(({ paymentId, note, id, shownUser: name }) => [
      paymentId,
      { note, assignee: id ? { id, name } : null },
    ]),
  );
}

/** Absent fields stay as they are, and null removes. */
export interface NoteChange {
  readonly note?: string | null | undefined;
  readonly assigneeId?: string | null | undefined;
}

/**
 * Changes the team's note about a payment, or the member who takes care of it.
 *
 * @throws Problem `forbidden` for a viewer; `payment_not_found`; `invalid_request` for an assignee
 *   outside the team, and for a note that holds a secret
 */
export async function notePayment(
  db: Db,
  actor: Member,
  paymentId: string,
  { note, assigneeId }: NoteChange,
  now: Date,
): Promise<void> {
  mayChange(actor);
  await db.transaction(async (tx) => {
    await lockPayment(tx, actor, paymentId);
    if (note !== undefined && (await writeNote(tx, paymentId, { note }))) {
      await recordAuditEntry(tx, actor, 'payment.note', paymentId, { note }, now);
    }
    if (assigneeId !== undefined) {
      const to = assigneeId && (await memberName(tx, actor, assigneeId));
      if (await writeNote(tx, paymentId, { assigneeId })) {
        const data = { user_id: assigneeId, to };
        await recordAuditEntry(tx, actor, 'payment.assign', paymentId, data, now);
      }
    }
    await notifyDashboards(tx, actor.merchantId, [`payment ${paymentId}`]);
  });
}

/** Writes one field of the note of a locked payment. @returns whether it has changed */
export async function writeNote(
  tx: Db,
  paymentId: string,
  change: { readonly note: string | null } | { readonly assigneeId: string | null },
): Promise<boolean> {
  const [before = { note: null, assigneeId: null }] = await tx
    .select({ note: paymentNote.note, assigneeId: paymentNote.assigneeId })
    .from(paymentNote)
    .where(eq(paymentNote.paymentId, paymentId));
  const after = { ...before, ...change };
  if (after.note === before.note && after.assigneeId === before.assigneeId) return false;
  await tx
    .insert(paymentNote)
    .values({ paymentId, ...after })
    .onConflictDoUpdate({ target: paymentNote.paymentId, set: after });
  return true;
}

async function memberName(tx: Db, { merchantId }: Member, userId: string): Promise<string> {
  const [found] = await tx
    .select({ name: shownUser })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .where(and(eq(membership.merchantId, merchantId), eq(membership.userId, userId)));
  if (found) return found.name;
  throw invalidField('/assignee_id', 'unknown_member', 'Choose a member of your team.');
}
