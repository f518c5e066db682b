import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** PostgreSQL takes 65,535 parameters in a statement, enough for this many rows of 13 columns. */
const ROWS_PER_STATEMENT = 5_000;

/** Splits rows into parts that fit into one statement each. */
export function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}

/** Whether a text column has one of the values, which are a single array parameter. */
export function isAmong(column: AnyColumn, values: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...values])}::text[])`;
}
