import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import type { Currency } from '@/lib/domain/currency';
import type { Network } from '@/lib/domain/network';
import { paymentIdsByWords } from '@/lib/payments/payment-extra';
import { displayCurrencyOf } from '@/lib/payments/views/display-currency';
import { homeKeys } from '@/lib/payments/views/home-keys';
import { type CustomerView, readCustomers } from './read-customers';

export interface ListCustomersOptions {
  /** The network of the payments to list. By default, the first network of the merchant's keys. */
  readonly network?: Network | undefined;
  /** Words, or the beginnings of words, in the name, the e-mail address or the reference. */
  readonly text?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface CustomerPage {
  readonly networks: readonly Network[];
  /** The network of the listed payments and amounts; undefined if the merchant has no key. */
  readonly network: Network | undefined;
  readonly currency: Currency | null;
  readonly customers: readonly CustomerView[];
  readonly total: number;
}

/** Returns one page of the merchant's customers on a network, newest payment first. */
export async function listCustomers(
  db: Db,
  actor: Member,
  { network: wanted, text, limit, offset }: ListCustomersOptions,
): Promise<CustomerPage> {
  const { networks, network, ofNetwork: keyIds } = await homeKeys(db, actor, wanted);
  const currency = await displayCurrencyOf(db, actor);
  const byWords = text?.trim() ? (paymentIdsByWords(db, text, 'customer') ?? null) : undefined;
  // A text without any word, such as "-", finds nothing.
  const found = byWords === null ? sql`false` : byWords && inArray(payment.id, byWords);
  const { keys, total } = await readPage(db, { keyIds, found, limit, offset });
  const byKey = await readCustomers(db, keyIds, keys, currency);
  const customers = keys.flatMap((key) => byKey.get(key) ?? []);
  return { networks, network, currency, customers, total };
}

interface PageRequest {
  readonly keyIds: readonly string[];
  readonly found: SQL | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Returns the keys of the customers on a page, from an index that has every needed column. */
async function readPage(db: Db, { keyIds, found, limit, offset }: PageRequest) {
  const rows = await db.execute<{ total: number; key: string | null }>(sql`
    with grouped as materialized (
      select ${payment.customerKey} as key, max(${payment.createdAt}) as last_at
      from ${payment}
      where ${and(isAmong(payment.apiKeyId, keyIds), isNotNull(payment.customerKey), found)}
      group by ${payment.customerKey}
    )
    select totals.total, page.key
    from (select count(*)::int as total from grouped) totals
    left join (
      select key, last_at from grouped order by last_at desc, key limit ${limit} offset ${offset}
    ) page on true
    order by page.last_at desc, page.key`);
  return { keys: rows.flatMap(({ key }) => key ?? []), total: rows[0]?.total ?? 0 };
}
