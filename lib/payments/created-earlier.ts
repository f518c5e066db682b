import { eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { paymentExtra } from '@/db/schema/extras';
import { payment } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import { claimsJson, type HashedClaim, settleClaims } from './idempotency';
import { extraColumns, type PaymentExtra } from './payment-extra';
import { asCreated, type PaymentRow } from './payment-row';

export interface CreatedPayment {
  /** As it was when it was created. */
  readonly payment: PaymentRow;
  readonly extra: PaymentExtra | null;
  /** An earlier request with the same Idempotency-Key created it. */
  readonly replayed: boolean;
}

/** Payments as they were when they were created, by id. */
export async function findCreated(db: Db, ids: readonly string[]): Promise<FoundEarlier> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ row: payment, extra: extraColumns })
    .from(payment)
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(inArray(payment.id, ids));
  return new Map(rows.map(({ row, extra }) => [row.id, { payment: asCreated(row), extra }]));
}

type FoundEarlier = ReadonlyMap<string, Omit<CreatedPayment, 'replayed'>>;

/** @param found the payments of the keys, by id */
export function createdEarlier(
  { earlierId }: { readonly earlierId: string },
  found: FoundEarlier,
): CreatedPayment {
  const earlier = found.get(earlierId);
  if (!earlier) throw new Error('an Idempotency-Key has no payment, although none is ever deleted');
  return { ...earlier, replayed: true };
}

/** What an Idempotency-Key leads to already: its payment, a refusal, or undefined for nothing. */
export async function findEarlier(
  db: Db,
  claim: HashedClaim,
  now: Date,
): Promise<CreatedPayment | Problem | undefined> {
  const [draft, claims] = [{ id: '', createdAt: now }, new Map([['', claim]])];
  const settled = (await settleClaims(db, claimsJson(claims, [draft]))).get('');
  if (!settled || settled instanceof Problem) return settled;
  return createdEarlier(settled, await findCreated(db, [settled.earlierId]));
}
