import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** The parts of a statement that inserts rows given as one JSON text. */
export interface Recordset<Row> {
  /** The names of all columns of the table. */
  readonly names: SQL;
  /** The rows of the placeholder, as a source to select those columns from. */
  readonly rows: SQL;
  /** Returns the value for the placeholder. */
  json(rows: readonly Row[]): string;
}

/**
 * Inserts any number of whole rows of a table. All columns come from the schema, so that a new one
 * cannot be forgotten.
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
    // This is json and not jsonb, which would reorder the names in a column of type json.
    rows: sql`json_populate_recordset(null::${table}, ${sql.placeholder(placeholder)}::json)`,
    json: (rows: readonly Record<string, unknown>[]) =>
      JSON.stringify(
        rows.map((row) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]))),
      ),
  };
}
