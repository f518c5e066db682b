import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { payment } from '@/db/schema/payments';
import type { Actor } from '@/lib/domain/actor';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { isIntact } from '@/lib/keys/seal';
import type { FoundPayment } from '../get-payment';
import { extraColumns } from '../payment-extra';
import {
  isAfterCursor,
  type PaymentCursor,
  type PaymentFilter,
  paymentCondition,
} from './payment-filter';

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly after?: PaymentCursor | undefined;
}

export interface PaymentListPage {
  readonly payments: readonly FoundPayment[];
  readonly total: number;
}

/**
 * Returns a page of the payments that the actor may see, newest first. Page and total come from one
 * statement, so they agree even while payments change. Payments that were changed in the database
 * are left out.
 */
export async function searchPayments(
  db: Db,
  actor: Actor,
  filter: PaymentFilter,
  page: Page,
): Promise<PaymentListPage> {
  const condition = paymentCondition(db, actor, filter);
  const keys = searchedKeys(db, actor, filter);
  const totals = db
    .select({ total: count().as('total') })
    .from(payment)
    // PostgreSQL evaluates the array of keys before the count, so an index-only scan is enough.
    .where(and(sql`${payment.apiKeyId} = any(array(${db.select().from(keys)}))`, condition))
    .as('totals');
  const further = page.after ? and(condition, isAfterCursor(page.after)) : condition;
  const found = newestOfKeys(db, keys, further, page);
  const rows = await db
    .select({
      total: totals.total,
      row: found._.selectedFields,
      extra: extraColumns,
      chainHeight: chain.height,
    })
    .from(totals)
    .leftJoin(found, sql`true`)
    .leftJoin(chain, eq(chain.network, found.network))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, found.id))
    .orderBy(desc(found.createdAt), asc(found.id));
  return {
    payments: rows.flatMap(({ row, extra, chainHeight }) =>
      row && isIntact('payment', row) ? [{ row, extra, chainHeight }] : [],
    ),
    total: rows[0]?.total ?? 0,
  };
}

/** Returns the keys whose payments are searched. All payments of a key have its network. */
export function searchedKeys(db: Db, actor: Actor, filter: PaymentFilter) {
  return keysVisibleTo(db, actor, filter).as('keys');
}

/**
 * Returns the newest payments of several keys. Each key's index has this order, so the first page
 * costs the same for any number of payments. Later pages skip index entries and read only their own
 * rows.
 */
export function newestOfKeys(
  db: Db,
  keys: ReturnType<typeof searchedKeys>,
  condition: SQL | undefined,
  { limit, offset }: Page,
) {
  const ofKey = db
    .select({ id: payment.id, createdAt: payment.createdAt })
    .from(payment)
    .where(and(eq(payment.apiKeyId, keys.id), condition))
    .orderBy(desc(payment.createdAt), asc(payment.id))
    .limit(limit + offset)
    .as('of_key');
  const onPage = db
    .select({ id: ofKey.id })
    .from(keys)
    .crossJoinLateral(ofKey)
    .orderBy(desc(ofKey.createdAt), asc(ofKey.id))
    .limit(limit)
    .offset(offset)
    .as('on_page');
  return db
    .select(getTableColumns(payment))
    .from(onPage)
    .innerJoin(payment, eq(payment.id, onPage.id))
    .as('found');
}
