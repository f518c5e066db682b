import { type SQL, sql } from 'drizzle-orm';
import { payment } from '@/db/schema/payments';

/**
 * The payments of these scripts (lower-case hex), to select from, through the index.
 *
 * A join, because PostgreSQL compares each row of a small table with each value of a computed array.
 *
 * @param scripts one text of them all, separated by commas, which costs PostgreSQL and the driver
 *   less than an array
 */
export function paymentsWith(scripts: SQL): SQL {
  return sql`(
    select distinct script from string_to_table(${scripts}::text, ',') script
  ) wanted join ${payment} on ${payment.script} = wanted.script`;
}
