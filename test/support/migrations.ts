import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Entry {
  readonly idx: number;
  readonly when: number;
  readonly tag: string;
}

export function copyMigrations(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-migrations-'));
  cpSync('db/migrations', folder, { recursive: true });
  return folder;
}

/** Removes all later migrations, which an older version would not have. */
export function keepMigrationsUpTo(folder: string, tag: string): void {
  changeEntries(folder, (all) => all.slice(0, all.findIndex((one) => one.tag === tag) + 1));
}

/** Adds a migration, as a newer version would. */
export function addMigration(folder: string, tag: string, statements: string): void {
  writeFileSync(path.join(folder, `${tag}.sql`), statements);
  changeEntries(folder, (all) => {
    const last = all.at(-1);
    if (!last) throw new Error('there is at least the baseline');
    return [...all, { ...last, idx: last.idx + 1, when: last.when + 1, tag }];
  });
}

function changeEntries(folder: string, change: (all: Entry[]) => Entry[]): void {
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...journal, entries: change(journal.entries) }));
}
