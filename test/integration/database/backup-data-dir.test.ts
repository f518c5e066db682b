import { exec, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSecretKey } from '@/lib/keys/secret-key';
import { startPostgres } from '@/scripts/lib/postgres.mjs';
import { until } from '@/test/support/wait';

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

const lines = readFileSync('docs/operations.md', 'utf8')
  .split('\n')
  .map((line) => line.trim());
const backUp = lines.find((line) => line.includes('-- backup')) ?? '';
const putBack = lines.filter((line) => line.includes('.data') && /^(?:cp|mv) /.test(line));

const ADMIN = `'${process.execPath}' '${path.resolve('scripts/admin.mjs')}'`;
const run = promisify(exec);
const inHome = (command: string) =>
  run(command.replace('npm run -s admin --', ADMIN), {
    cwd: home,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: data() },
  });

test('a backup that is made during writes is complete, and the runbook’s commands restore it', async () => {
  // This call makes the data folder private. If root runs the test, the database is therefore
  // outside the folder, which contains a link to it.
  const secretKey = loadSecretKey(data());
  const server = await startPostgres({ dataDir: data() });
  const client = postgres(server.url, { max: 4, onnotice: () => {} });
  await client`create table pair (n int, side text, filler text)`;
  let written = 0;
  let isOver = false;
  const writing = async () => {
    while (!isOver) {
      written += 1;
      const n = written;
      await client.begin(async (tx) => {
        for (const side of ['left', 'right'])
          await tx`insert into pair values (${n}, ${side}, ${'x'.repeat(2_000)})`;
      });
    }
  };
  const writers = [writing(), writing(), writing()];
  await until('some pairs are written', () => written > 100);
  const [{ before } = {}] = await client`select count(*)::int as before from pair`;
  await inHome(backUp);
  isOver = true;
  await Promise.all(writers);
  await client.end();
  await server.release();
  expect(readdirSync(home).sort()).toEqual(['.data', 'blocktally-backup']);

  rmSync(path.join(data(), 'secret-key'));
  for (const command of putBack) await inHome(command);
  const sides = await query(
    `select count(*) filter (where side = 'left')::int as left,
       count(*) filter (where side = 'right')::int as right from pair`,
  );
  expect(sides[0]?.left).toBe(sides[0]?.right);
  expect(sides[0]?.left * 2).toBeGreaterThanOrEqual(before);
  expect(sides[0]?.left).toBeLessThanOrEqual(written);
  expect(loadSecretKey(data())).toEqual(secretKey);
});

test('a backup into an existing folder, into DATA_DIR, or of an external database is refused', async () => {
  const refused = async (to: string, env: Record<string, string> = {}) => {
    const set = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
    const failed = inHome(`${set.join(' ')} ${ADMIN} backup --json --to '${to}'`);
    const { stdout } = await failed.catch((error: { stdout: string }) => error);
    return JSON.parse(stdout).error.message;
  };
  const server = await startPostgres({ dataDir: data(), durable: false });
  try {
    expect(await refused(home)).toContain('names a folder that exists');
    expect(await refused(path.join(data(), 'copy'))).toContain('inside DATA_DIR');
    expect(await refused('copy')).toContain('must be a full path');
    const DATABASE_URL = server.url.replace('127.0.0.1', 'localhost');
    expect(await refused(path.join(home, 'copy'), { DATABASE_URL })).toContain('pg_dump');
  } finally {
    await server.release();
  }
});

test('the documented command sets DATABASE_URL to the URL of the running database', async () => {
  const page = readFileSync('docs/embedded-database.md', 'utf8');
  const line = /^export DATABASE_URL=.*$/m.exec(page)?.[0] ?? '';
  const server = await startPostgres({ dataDir: data(), durable: false });
  try {
    const said = execFileSync('sh', ['-c', `${line}\nprintf %s "$DATABASE_URL"`], { cwd: home });
    expect(said.toString()).toBe(server.url);
  } finally {
    await server.release();
  }
});
