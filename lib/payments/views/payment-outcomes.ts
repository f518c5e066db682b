import { and, count, gte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import { bucketOf } from '@/db/time-buckets';
import { isPaid, type PaymentStatus } from '@/lib/domain/payment';

/** How far payments that were created in one time have come by now. */
export interface Outcomes {
  readonly created: number;
  /** Those whose outputs reach the required amount, confirmed or not. */
  readonly paid: number;
  readonly confirmed: number;
  readonly expired: number;
}

/** The outcomes of these keys’ payments by when they were created. @param starts those of buckets */
export async function paymentOutcomes(
  db: Db,
  keyIds: readonly string[],
  starts: readonly [Date, ...Date[]],
): Promise<Outcomes[]> {
  const rows = await db
    .select({
      place: bucketOf(payment.createdAt, starts).as('place'),
      status: payment.status,
      payments: count(),
    })
    .from(payment)
    .where(and(isAmong(payment.apiKeyId, keyIds), gte(payment.createdAt, starts[0])))
    .groupBy(sql`place`, payment.status);
  return starts.map((_, nth) => {
    const own = rows.filter(({ place }) => place === nth + 1);
    const of = (counts: (status: PaymentStatus) => boolean) =>
      own.reduce((total, row) => total + (counts(row.status) ? row.payments : 0), 0);
    return {
      created: of(() => true),
      paid: of(isPaid),
      confirmed: of((status) => status === 'confirmed'),
      expired: of((status) => status === 'expired'),
    };
  });
}
