import { and, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import type { Currency } from '@/lib/domain/currency';
import type { Customer } from '@/lib/domain/customer';
import { countedMoneySql } from '@/lib/payments/views/counted-money';
import {
  type EarnedMoney,
  MONEY_SUMS,
  type MoneyRow,
  toEarnedMoney,
} from '@/lib/payments/views/earned-by-day';

export interface CustomerView extends Customer {
  /**
   * The customer's newest payment. URLs use it to identify the customer, because a customer has no
   * id, and URLs must not contain the name.
   */
  readonly paymentId: string;
  /** The number of the customer's payments, whatever their status. */
  readonly paymentCount: number;
  readonly lastPaymentAt: Date;
  /** Confirmed amounts that need no decision, minus refunds. */
  readonly earned: EarnedMoney;
}

type Row = MoneyRow &
  Customer & {
    readonly key: string;
    readonly payment_id: string;
    readonly payment_count: number;
    readonly last_at: string;
  };

/** Returns customers by their keys, with the newest known value of each detail. */
export async function readCustomers(
  db: Db,
  keyIds: readonly string[],
  customerKeys: readonly string[],
  currency: Currency | null,
): Promise<ReadonlyMap<string, CustomerView>> {
  const payments = isAmong(payment.customerKey, customerKeys);
  const range = { start: sql`'-infinity'`, end: sql`'infinity'`, payments };
  const newest = (column: AnyPgColumn) =>
    sql`(array_agg(${column} order by ${payment.createdAt} desc, ${payment.id})
      filter (where ${column} is not null))[1]`;
  const rows = await db.execute<Row>(sql`
    select key, payment_id, name, email, reference, payment_count, last_at,
      coalesce(sats, '0') as sats, coalesce(payments, 0) as payments,
      coalesce(units, '0') as units, coalesce(without_rate, 0) as without_rate
    from (
      select ${payment.customerKey} as key, ${newest(payment.id)} as payment_id,
        ${newest(payment.customerName)} as name, ${newest(payment.customerEmail)} as email,
        ${newest(payment.customerReference)} as reference, count(*)::int as payment_count,
        max(${payment.createdAt})::text as last_at
      from ${payment} where ${and(isAmong(payment.apiKeyId, keyIds), payments)}
      group by ${payment.customerKey}
    ) customer
    left join (
      select ${payment.customerKey} as earned_of, ${MONEY_SUMS}
      from ${countedMoneySql(db, keyIds, range, currency)} join ${payment} on ${payment.id} = payment_id
      group by ${payment.customerKey}
    ) earned on earned_of = key`);
  return new Map(rows.map((row) => [row.key, viewOf(row, currency)]));
}

function viewOf(row: Row, currency: Currency | null): CustomerView {
  const { name, email, reference } = row;
  return {
    ...{ name, email, reference },
    paymentId: row.payment_id,
    paymentCount: row.payment_count,
    lastPaymentAt: new Date(row.last_at),
    earned: toEarnedMoney(row, currency),
  };
}
