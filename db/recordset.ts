import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** SQL for rows that are passed as one JSON text. */
export interface Recordset<Row> {
  readonly names: SQL;
  /** The rows of the placeholder, as a table to select from. */
  readonly rows: SQL;
  json(rows: readonly Row[]): string;
}

/**
 * Builds SQL for any number of complete rows in the placeholder with this name. The columns come
 * from the schema, so that a new column cannot be forgotten.
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
