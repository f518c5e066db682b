import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The parts of a statement that inserts rows, which are passed as one JSON text. */
export interface Recordset<Row> {
  /** The names of all columns of the table. */
  readonly names: SQL;
  /** The rows of the placeholder, as a table from which the statement selects those columns. */
  readonly rows: SQL;
  /** Returns the value for the placeholder. */
  json(rows: readonly Row[]): string;
}

/**
 * Returns the parts of a statement that inserts any number of complete rows. The columns come from
 * the schema, so that a new column cannot be forgotten.
 *
 * @param placeholder the name of the placeholder for the rows
 */
export function recordset<Table extends PgTable>(
  table: Table,
  placeholder: string,
): Recordset<Readonly<Table['$inferSelect']>> {
  const columns = Object.entries(getTableColumns(table));
  return {
    names: sql.join(
      columns.map(([, { name }]) => sql.identifier(name)),
      sql`, `,
    ),
    // The type is json, because jsonb would reorder the names in a column of type json.
    rows: sql`json_populate_recordset(null::${table}, ${sql.placeholder(placeholder)}::json)`,
    json: (rows: readonly Record<string, unknown>[]) =>
      JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]))),
      ),
  };
}
