import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  lt,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { payment } from '@/db/schema/payments';
import type { FoundPayment } from './get-payment';

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
  const matching = and(
    eq(payment.apiKeyId, apiKeyId),
    gte(payment.createdAt, new Date(request.from * 1000)),
    lt(payment.createdAt, new Date((request.to + 1) * 1000)),
    filterCondition(request.filter),
  );
  const totals = db
    .select({ total: count().as('total') })
    .from(payment)
    .where(matching)
    .as('totals');
  const page = db
    .select({
      ...getTableColumns(payment),
      chainHeight: sql<number | null>`${chain.height}`.as('chain_height'),
    })
    .from(payment)
    .leftJoin(chain, eq(chain.network, payment.network))
    .where(matching)
    .orderBy(desc(payment.createdAt), asc(payment.id))
    .limit(request.limit)
    .offset(request.offset)
    .as('page');
  const rows = await db
    .select()
    .from(totals)
    .leftJoin(page, sql`true`)
    .orderBy(desc(page.createdAt), asc(page.id));
  return {
    payments: rows.flatMap(({ page: found }) => {
      if (!found) return [];
      const { chainHeight, ...row } = found;
      return [{ row, chainHeight }];
    }),
    total: rows[0]?.totals.total ?? 0,
  };
}

function filterCondition(filter: ListFilter): SQL | undefined {
  if (filter === 'verified') return eq(payment.status, 'confirmed');
  return filter === 'unverified' ? ne(payment.status, 'confirmed') : undefined;
}
