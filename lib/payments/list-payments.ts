import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import type { FoundPayment } from './get-payment';
import { pagePlace } from './page-place';

export const LIST_FILTERS = ['all', 'verified', 'unverified'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

export interface ListRequest {
  /** Unix time in seconds; the whole of that second is in the range. */
  readonly from: number;
  /** Unix time in seconds; the whole of that second is in the range. */
  readonly to: number;
  readonly filter: ListFilter;
  readonly limit: number;
  readonly offset: number;
}

export interface PaymentPage {
  readonly payments: readonly FoundPayment[];
  /** How many payments match, on all pages together. */
  readonly total: number;
}

/**
 * One page of a key's payments, newest first. Page and total come from one statement, so they
 * agree whatever is created meanwhile.
 */
export async function listPayments(
  db: Db,
  apiKeyId: string,
  request: ListRequest,
): Promise<PaymentPage> {
  const rows = await db
    .select({
      total: sql`found.total`.mapWith(Number),
      payment,
      chainHeight: chain.height,
    })
    .from(pagePlace(sql`${apiKeyId}`, request))
    .leftJoin(payment, sql`${payment.id} = found.id`)
    .leftJoin(chain, eq(chain.network, payment.network))
    .orderBy(desc(payment.createdAt), asc(payment.id));
  return {
    payments: rows.flatMap(({ payment: row, chainHeight }) => (row ? [{ row, chainHeight }] : [])),
    total: rows[0]?.total ?? 0,
  };
}
