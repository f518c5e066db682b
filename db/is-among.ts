import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

export function isAmong(column: AnyColumn, values: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...values])}::text[])`;
}
