// "npm run db:generate -- --name what-changes" writes the migration for a change of db/schema.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/checkout.mjs';
import { runNode } from './lib/run.mjs';

const KIT = 'node_modules/drizzle-kit/bin.cjs';
const META = path.join(ROOT, 'db/migrations/meta');

const { ok } = await runNode([KIT, 'generate', ...process.argv.slice(2)], { show: true });
if (!ok) process.exit(1);
// drizzle-kit needs only the newest snapshot. Each snapshot has thousands of lines.
const snapshots = readdirSync(META).filter((name) => name.endsWith('_snapshot.json'));
for (const old of snapshots.sort().slice(0, -1)) rmSync(path.join(META, old));
