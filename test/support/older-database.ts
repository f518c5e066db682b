import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { migrateDatabase } from '@/db/migrate';
import type { TestDatabase } from './new-database';

/** A copy of the migrations that a test may change. The test removes the folder. */
export function copyMigrations(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-migrations-'));
  cpSync('db/migrations', folder, { recursive: true });
  return folder;
}

/**
 * Empties the database and migrates it to an older version.
 *
 * @param folder a copy of the migrations, which loses those after `tag`
 */
export async function migrateBackTo(
  base: TestDatabase,
  folder: string,
  tag: string,
): Promise<void> {
  await base.db.execute(sql`drop schema public cascade`);
  await base.db.execute(sql`drop schema drizzle cascade`);
  await base.db.execute(sql`create schema public`);
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  const last = journal.entries.findIndex((entry: { tag: string }) => entry.tag === tag);
  journal.entries = journal.entries.slice(0, last + 1);
  writeFileSync(file, JSON.stringify(journal));
  await migrateDatabase(base.url, folder);
}
