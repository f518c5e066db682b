import { sql } from 'drizzle-orm';
import type { TestDatabase } from './database';

export async function dumpOf({ db }: TestDatabase): Promise<string> {
  const tables = await db.execute<{ schema: string; name: string }>(
    sql`select table_schema as schema, table_name as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    );
    for (const { row } of rows) parts.push(`${name}: ${row}${readableBytes(row)}`);
  }
  return parts.join('\n');
}

function readableBytes(row: string): string {
  const bytes = [...row.matchAll(/\\\\?x((?:[0-9a-f]{2})+)/g)];
  return bytes.map(([, hex = '']) => ` ${Buffer.from(hex, 'hex').toString('latin1')}`).join('');
}
