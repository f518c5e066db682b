import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { appUser, displayNameOfUser } from '@/db/schema/people';
import { refund } from '@/db/schema/refunds';
import type { Member } from '@/lib/domain/actor';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import type { FoundRefund } from './get-refund';
import { listRefunds, type RefundFilter } from './list-refunds';

export interface ShownRefund extends FoundRefund {
  readonly reference: string | null;
  /** Name or e-mail address of the member who recorded the refund; null for an API key. */
  readonly createdBy: string | null;
}

/** Returns the refunds of the member's merchant, oldest first. */
export async function shownRefunds(
  db: Db,
  actor: Member,
  filter: RefundFilter,
): Promise<ShownRefund[]> {
  const found = await listRefunds(db, actor, filter);
  if (found.length === 0) return [];
  const userIds = found.flatMap(({ row }) => row.createdBy ?? []);
  const [payments, users] = await Promise.all([
    db
      .select({ id: payment.id, reference: payment.reference })
      .from(payment)
      .where(inArray(payment.id, [...new Set(found.map(({ row }) => row.paymentId))])),
    db
      .select({ id: appUser.id, name: displayNameOfUser })
      .from(appUser)
      .where(inArray(appUser.id, userIds)),
  ]);
  const references = new Map(payments.map(({ id, reference }) => [id, reference]));
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return found.map((one) => ({
    ...one,
    reference: references.get(one.row.paymentId) ?? null,
    createdBy: names.get(one.row.createdBy ?? '') ?? null,
  }));
}

/** Returns refunds that a member must pay, or whose customer has no valid link. */
export async function refundsToDo(db: Db, actor: Member, now: Date): Promise<ShownRefund[]> {
  const open = await shownRefunds(db, actor, { statuses: ['requested', 'ready'] });
  return open.filter(
    ({ row: { status, linkExpiresAt } }) =>
      status === 'ready' || linkExpiresAt === null || linkExpiresAt <= now,
  );
}

export function countRefundsToDo(db: Db, actor: Member, now: Date): Promise<number> {
  const hasNoLink = or(isNull(refund.linkExpiresAt), lte(refund.linkExpiresAt, now));
  const waits = or(eq(refund.status, 'ready'), and(eq(refund.status, 'requested'), hasNoLink));
  return db.$count(refund, and(inArray(refund.apiKeyId, keysVisibleTo(db, actor)), waits));
}
