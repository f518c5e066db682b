import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** Whether a text column has one of the values, which are passed as one array parameter. */
export function isAmong(column: AnyColumn, values: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...values])}::text[])`;
}
