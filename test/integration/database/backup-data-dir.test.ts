import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretKey } from '@/lib/keys/secret-key';
import { startPostgres } from '@/scripts/lib/postgres.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'blocktally backup '));
  chmodSync(home, 0o711);
});
afterEach(() => {
  for (const folder of ['.data', 'lost-data']) {
    if (!existsSync(path.join(home, folder))) continue;
    const outside = realpathSync(path.join(home, folder, 'postgres'));
    if (outside.startsWith('/var/lib/blocktally/')) rmSync(outside, { recursive: true });
  }
  rmSync(home, { recursive: true, force: true });
});

const data = () => path.join(home, '.data');

async function query(statement: string): Promise<postgres.Row[]> {
  const server = await startPostgres({ dataDir: data(), durable: false });
  const client = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    return await client.unsafe(statement);
  } finally {
    await client.end();
    await server.release();
  }
}

/** The runbook's commands for the embedded database, in order. */
const [copy = '', ...putBack] = readFileSync('docs/operations.md', 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line.includes('.data') && /^(?:cp|mv) /.test(line));
const run = (command: string) => execFileSync('sh', ['-c', command], { cwd: home });

test('a data folder copied with the runbook’s commands is complete and can be restored', async () => {
  // The folder is private then, so root's database is behind a link.
  const secretKey = loadSecretKey(data());
  await query("create table kept as select 'yesterday' as day");
  run(copy);
  await query("update kept set day = 'today'");
  rmSync(path.join(data(), 'secret-key'));
  for (const command of putBack) run(command);
  expect(await query('select day from kept')).toEqual([{ day: 'yesterday' }]);
  expect(loadSecretKey(data())).toEqual(secretKey);
});

test('the documented command sets DATABASE_URL to the running database', async () => {
  const page = readFileSync('docs/embedded-database.md', 'utf8');
  const line = /^export DATABASE_URL=.*$/m.exec(page)?.[0] ?? '';
  const server = await startPostgres({ dataDir: data(), durable: false });
  try {
    expect(run(`${line}\nprintf %s "$DATABASE_URL"`).toString()).toBe(server.url);
  } finally {
    await server.release();
  }
});
