import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '@/scripts/lib/postgres.mjs';
import { isRunning, processIdentity } from '@/scripts/lib/process-identity.mjs';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { until } from '@/test/support/wait';

type Server = Awaited<ReturnType<typeof startPostgres>>;

let home: string;
let dataDir: string;
let started: Server[];
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'blocktally start '));
  chmodSync(home, 0o755);
  dataDir = path.join(home, 'data folder');
  started = [];
});
afterEach(async () => {
  for (const server of started) await server.release();
  const outside = realpathOf(path.join(dataDir, 'postgres'));
  rmSync(home, { recursive: true, force: true });
  if (outside?.startsWith('/var/lib/blocktally/')) rmSync(outside, { recursive: true });
});

async function start(folder = dataDir, durable = false): Promise<Server> {
  const server = await startPostgres({ dataDir: folder, durable });
  started.push(server);
  return server;
}

/** Starts the server on a port that no other test uses, not even while the server is stopped. */
async function startOnStablePort(): Promise<Server> {
  await (await start()).release();
  writeFileSync(path.join(dataDir, 'postgres', 'port'), String(await reserveStablePort()));
  return start();
}

async function query(server: Server, statement: string): Promise<Record<string, unknown>[]> {
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

const lockFile = () => path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
const gone = (pid: number) => until(`process ${pid} is gone`, () => !processIdentity(pid));

test('the embedded database uses UTF-8, and sorts text the same under every locale of the machine', async () => {
  const server = await start();
  const [row] = await query(
    server,
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
       datlocale as locale from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' });
});

test('the app’s database role owns its database and is no superuser', async () => {
  const owner = `select rolname as owner, rolsuper from pg_database
    join pg_roles on pg_roles.oid = datdba where datname = current_database()`;
  expect(await query(await start(), owner)).toEqual([{ owner: 'blocktally', rolsuper: false }]);
});

test('a connection to the embedded database without the password is rejected', async () => {
  const server = await start();
  const url = new URL(server.url);
  url.password = 'wrong';
  const sql = postgres(url.href, { max: 1 });
  await expect(sql`select 1`).rejects.toThrow(/password authentication failed/);
  await sql.end();
});

test('written data survives a kill -9 of the database server', async () => {
  const first = await start(dataDir, true);
  await query(first, 'create table kept as select 7 as n');
  process.kill(first.pid, 'SIGKILL');
  await gone(first.pid);
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second, 'select n from kept')).toEqual([{ n: 7 }]);
});

test('a start after a crash keeps the database’s log, and moves a long log aside', async () => {
  const log = path.join(dataDir, 'postgres', 'log');
  const first = await start();
  process.kill(first.pid, 'SIGQUIT');
  await gone(first.pid);
  await first.release();
  await (await start()).release();
  expect(readFileSync(log, 'utf8')).toContain('received immediate shutdown request');
  writeFileSync(log, 'x'.repeat(1_000_000), { flag: 'a' });
  await start();
  expect(readFileSync(`${log}.1`, 'utf8')).toContain('received immediate shutdown request');
  expect(statSync(log).size).toBeLessThan(100_000);
});

test('a leftover lock file whose process id is in use again does not prevent a start', async () => {
  const first = await start();
  const lock = readFileSync(lockFile(), 'utf8');
  await first.release();
  writeFileSync(lockFile(), lock.replace(/^\d+/, String(process.pid)));
  const second = await start();
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a start succeeds after an earlier start was interrupted while it created the data folder', async () => {
  await (await start()).release();
  rmSync(path.join(dataDir, 'postgres', 'cluster'), { recursive: true });
  const half = path.join(dataDir, 'postgres', 'unfinished-half');
  mkdirSync(half);
  writeFileSync(path.join(half, 'PG_VERSION'), '18\n');
  const server = await start();
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(path.join(dataDir, 'postgres'))).not.toContain('unfinished-half');
});

test('a running database server is reused, and stops with the last process that uses it', async () => {
  const first = await start();
  const second = await start();
  expect(second).toMatchObject({ pid: first.pid, url: first.url });
  await first.release();
  expect(processIdentity(first.pid)).toBeDefined();
  await second.release();
  await gone(first.pid);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'root without CAP_SYS_PTRACE, as in containers, can reuse and stop another user’s database server',
  () => {
    const program = `import { startPostgres } from './scripts/lib/postgres.mjs';
      const options = { dataDir: process.argv[1], durable: false };
      const first = await startPostgres(options);
      const second = await startPostgres(options);
      await first.release();
      await second.release();
      console.log(JSON.stringify([first.pid, second.pid]));`;
    const node = [process.execPath, '--input-type=module', '-e', program, dataDir];
    const output = execFileSync('setpriv', ['--bounding-set=-sys_ptrace', ...node]);
    const pids = JSON.parse(output.toString());
    expect(pids[1]).toBe(pids[0]);
    expect(processIdentity(pids[0])).toBeUndefined();
  },
);

test('an interrupted admin command stops the server that it was starting', async () => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir } as const;
  const argv = ['scripts/admin.mjs', 'status', '--json'];
  const command = spawn(process.execPath, argv, { env, stdio: 'ignore' });
  const ended = once(command, 'exit');
  const pid = await until('the server begins', () =>
    Number(readFileSync(lockFile(), 'utf8').split('\n')[0]),
  );
  command.kill('SIGTERM');
  await ended;
  expect(processIdentity(pid)).toBeUndefined();
});

test('an admin command announces once that it creates a new database', () => {
  const env = { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir } as const;
  const list = () =>
    spawnSync(process.execPath, ['scripts/admin.mjs', 'key', 'list', '--json'], {
      env,
      encoding: 'utf8',
    });
  const [first, second] = [list(), list()];
  for (const { stdout } of [first, second]) expect(JSON.parse(stdout)).toEqual({ keys: [] });
  const said = `A new database is made in ${dataDir}.`;
  expect([first, second].map(({ stderr }) => stderr.includes(said))).toEqual([true, false]);
});

test('parallel starts share one database server', async () => {
  const servers = await Promise.all([start(), start(), start()]);
  expect(new Set(servers.map((server) => server.pid)).size).toBe(1);
});

test('two data folders have separate database servers', async () => {
  const [one, two] = await Promise.all([start(), start(path.join(home, 'other'))]);
  expect(one?.url).not.toBe(two?.url);
  await query(one as Server, 'create table only_here (n int)');
  await expect(query(two as Server, 'table only_here')).rejects.toThrow(/does not exist/);
});

test('a restarted database server keeps its port', async () => {
  const first = await startOnStablePort();
  await first.release();
  const second = await start();
  expect(second.url).toBe(first.url);
});

test('a restarted database server avoids its former port if another program now uses that port', async () => {
  const first = await startOnStablePort();
  await first.release();
  const other = net.createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  await once(other, 'listening');
  const second = await start();
  expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }]);
  other.close();
});

test('a data folder works inside a parent folder that only its owner can enter', async () => {
  chmodSync(home, 0o700);
  const first = await startOnStablePort();
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  await first.release();
  const second = await start();
  expect(second.url).toBe(first.url);
});

test('a start after the data folder was deleted creates an empty database', async () => {
  chmodSync(home, 0o700);
  const first = await start();
  await query(first, 'create table old (n int)');
  await first.release();
  const before = realpathSync(path.join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true });
  const second = await start();
  await expect(query(second, 'table old')).rejects.toThrow(/does not exist/);
  if (existsSync(before) && before.startsWith('/var/lib/')) rmSync(before, { recursive: true });
});

test('a new process that reuses a process id is recognized as another process', () => {
  const mine = processIdentity(process.pid) ?? '';
  expect(isRunning(mine)).toBe(true);
  expect(isRunning(mine.replace(/\d+$/, '1'))).toBe(false);
});

function realpathOf(file: string): string | undefined {
  return existsSync(file) ? realpathSync(file) : undefined;
}
