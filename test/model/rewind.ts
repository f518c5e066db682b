import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';

/** Copies all tables of the database. @returns a function that restores these copies */
export async function snapshotDatabase(db: Db): Promise<() => Promise<void>> {
  const rows = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const names = rows.map(({ name }) => sql.identifier(name));
  await db.execute(sql`create schema kept`);
  for (const name of names) {
    await db.execute(sql`create table kept.${name} as table public.${name}`);
  }
  const restored = names.map(
    (name) => sql`
      delete from public.${name};
      insert into public.${name} table kept.${name};`,
  );
  // In replica mode PostgreSQL does not check foreign keys, so the tables can be restored in any
  // order.
  await db.execute(sql`
    create function kept.restore() returns void language plpgsql
    set session_replication_role = replica as $$ begin ${sql.join(restored)} end $$`);
  return async () => {
    await db.execute(sql`select kept.restore()`);
  };
}
