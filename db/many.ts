import { type AnyColumn, type SQL, sql } from 'drizzle-orm';

/** PostgreSQL takes 65,535 parameters in a statement: enough for rows of 13 columns. */
const ROWS_PER_STATEMENT = 5_000;

/** Rows in parts that one statement can take each, for what may be many: anybody can pay often. */
export function* inParts<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}

/** Whether a column of text has one of the values: they are one parameter, however many there are. */
export function isAmong(column: AnyColumn, values: Iterable<string>): SQL {
  return sql`${column} = any(${sql.param([...values])}::text[])`;
}
