import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** Whether a column of text has one of the values: they are one parameter, however many there are. */
export function isAmong(column: AnyColumn, values: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...values])}::text[])`;
}
