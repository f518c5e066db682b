import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { apiKey, merchant } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { CURRENCIES, unitsPerBitcoin } from '@/lib/domain/currency';

export type ConfirmationRate = Omit<
  typeof confirmationRate.$inferSelect,
  'paymentId' | 'confirmedAt'
>;

/** BTC and SATS, whose rate never changes. */
const UNITS = CURRENCIES.filter((currency) => unitsPerBitcoin(currency) !== undefined);

const insertWanted = prepareStatement(sql`
  insert into ${confirmationRate} (payment_id, currency, confirmed_at)
  select distinct p.id, wanted.currency, ${sql.placeholder('now')}::timestamptz
  from ${payment} p
  join ${apiKey} k on k.id = p.api_key_id
  join ${merchant} m on m.id = k.merchant_id
  cross join lateral (values (p.price ->> 'currency'), (m.display_currency)) wanted(currency)
  where p.id = any(${sql.placeholder('ids')}::text[])
    and wanted.currency <> all(${sql.raw(`'{${UNITS.join()}}'::text[]`)})
  order by p.id, wanted.currency
  on conflict (payment_id, currency) do update
    set confirmed_at = excluded.confirmed_at, wanted = true
    where ${confirmationRate.rate} is null`);

/**
 * Requests the rates of payments that this transaction confirms. A job looks the rates up later, so
 * no confirmation waits for an exchange. A rate that is already known stays.
 */
export async function requestRates(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await insertWanted(tx, { ids, now: now.toISOString() });
}

const { paymentId, confirmedAt, ...columns } = getTableColumns(confirmationRate);

/**
 * Returns the rates at a payment's confirmation, known or requested, with the currency of its price
 * first.
 *
 * @param of the payment's id and price, as values or columns
 */
export function confirmationRatesOf(
  db: Db,
  { id, price }: { readonly id: SQL; readonly price: SQL },
) {
  return db
    .select(columns)
    .from(confirmationRate)
    .where(eq(paymentId, id))
    .orderBy(
      sql`${confirmationRate.currency} is distinct from ${price}::jsonb ->> 'currency'`,
      asc(confirmedAt),
      asc(confirmationRate.currency),
    );
}
