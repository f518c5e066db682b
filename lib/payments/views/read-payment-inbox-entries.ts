import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { appUser, displayNameOfUser } from '@/db/schema/people';
import { delivery } from '@/db/schema/webhooks';
import { paymentHandled } from '@/db/schema/worklist';
import { findDecisionReasons, type InboxReason } from '@/lib/domain/worklist';
import type { PaymentRow } from '../payment-row';

export interface HandledMark {
  readonly at: Date;
  /** The member's name or e-mail address; null if a confirmed follow-up settled the entry. */
  readonly by: string | null;
}

export interface PaymentInboxEntry {
  readonly reason: InboxReason;
  /** Null while the entry is open. */
  readonly handled: HandledMark | null;
}

/** Returns a payment's inbox entries. Call this only for a payment that the actor may see. */
export async function readPaymentInboxEntries(
  db: Db,
  row: PaymentRow,
): Promise<PaymentInboxEntry[]> {
  const [given, rows] = await Promise.all([
    db
      .select({ handled: sql<boolean | null>`bool_and(${delivery.handled})` })
      .from(delivery)
      .where(and(eq(delivery.paymentId, row.id), eq(delivery.status, 'failed'))),
    db
      .select({
        reason: paymentHandled.reason,
        at: paymentHandled.handledAt,
        by: displayNameOfUser,
      })
      .from(paymentHandled)
      .innerJoin(appUser, eq(appUser.id, paymentHandled.userId))
      .where(eq(paymentHandled.paymentId, row.id)),
  ]);
  const last = new Map(rows.map(({ reason, ...handled }) => [reason, handled]));
  const byFollowUp = row.acceptedAt && { at: row.acceptedAt, by: null };
  const entry = (reason: InboxReason, isHandled: boolean): PaymentInboxEntry => {
    return { reason, handled: (isHandled && (last.get(reason) ?? byFollowUp)) || null };
  };
  const hasGivenUp = given[0]?.handled;
  return [
    ...findDecisionReasons(row).map((reason) => entry(reason, row.handled.includes(reason))),
    ...(typeof hasGivenUp === 'boolean' ? [entry('undelivered', hasGivenUp)] : []),
  ];
}
