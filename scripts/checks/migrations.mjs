import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runNode } from '../lib/run.mjs';

const KIT = 'node_modules/drizzle-kit/bin.cjs';

/** The migrations must result in exactly the tables of db/schema. */
export async function checkMigrations(root) {
  const copy = mkdtempSync(path.join(tmpdir(), 'blocktally-migrations-'));
  try {
    cpSync(path.join(root, 'db/migrations'), copy, { recursive: true });
    const before = readdirSync(copy).length;
    // drizzle-kit puts "./" in front of every path, so this path must be relative to the checkout.
    const out = path.relative(root, copy);
    const schema = './db/schema/*.ts';
    const args = [KIT, 'generate', '--dialect', 'postgresql', '--schema', schema, '--out', out];
    const { ok, output } = await runNode(args, { cwd: root });
    if (!ok) return [output.trim()];
    if (readdirSync(copy).length === before) return [];
    return ['db/schema has changed: run "npm run db:generate" and commit what it writes'];
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
