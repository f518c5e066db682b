import { type SQL, sql } from 'drizzle-orm';
import { textMark } from '@/db/schema/columns';
import { payment } from '@/db/schema/payments';

/**
 * The payments of these scripts (lower-case hex), to select from, through the index; and perhaps one
 * of another script with the same mark: compare the scripts of what is found.
 *
 * A join, because PostgreSQL compares each row of a small table with each value of a computed array.
 *
 * @param scripts one text of them all, separated by commas, which costs PostgreSQL and the driver
 *   less than an array
 */
export function paymentsWith(scripts: SQL): SQL {
  return sql`(
    select distinct ${textMark(sql`one`)} as mark from string_to_table(${scripts}::text, ',') one
    order by mark
  ) wanted join ${payment} on ${textMark(payment.script)} = wanted.mark`;
}
