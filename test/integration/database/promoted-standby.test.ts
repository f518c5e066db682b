import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '@/db/client';
import { connectionFault } from '@/db/connection-fault';
import { ensurePostgresUser } from '@/scripts/lib/ensure-postgres-user.mjs';
import { startPostgres } from '@/scripts/lib/postgres.mjs';
import { postgresEnvironment } from '@/scripts/lib/postgres-cluster.mjs';
import { databaseFolder, ensurePostgresBinDir } from '@/scripts/lib/postgres-place.mjs';
import { stopPostmaster } from '@/scripts/lib/postmaster.mjs';
import { createTestDatabase } from '@/test/support/database';
import { runAdminStatement } from '@/test/support/new-database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

/**
 * Opens a server. `failOver` replaces the server with a standby, which a test can promote later.
 * @param like URL of a database on another server; the new server gets its name, user and password
 */
async function openFailover(like: string) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'blocktally-failover-'));
  chmodSync(dataDir, 0o711);
  const primary = await startPostgres({ dataDir, durable: false });
  const account = ensurePostgresUser(path.join(dataDir, 'postgres', 'cluster'));
  const { uid, gid = uid } = account;
  const owner = uid === undefined || gid === undefined ? undefined : { uid, gid };
  const folder = databaseFolder(dataDir, account);
  const cluster = path.join(folder, 'cluster');
  const { port } = new URL(primary.url);
  const { username, password, pathname } = new URL(like);
  await runAdminStatement(primary.superuserUrl, `create database ${pathname.slice(1)}`);
  const role = username === 'postgres' ? 'alter role' : 'create role';
  await runAdminStatement(
    primary.superuserUrl,
    `${role} ${username} superuser login password '${password}'`,
  );
  let pid = primary.pid;
  return {
    host: `127.0.0.1:${port}`,
    failOver: async () => {
      await stopPostmaster(primary.pid, cluster);
      const signal = path.join(cluster, 'standby.signal');
      writeFileSync(signal, '');
      if (owner) chownSync(signal, owner.uid, owner.gid);
      const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
      const standby = spawn(
        path.join(ensurePostgresBinDir(account, folder), 'postgres'),
        ['-D', cluster, '-p', port, ...settings.flatMap((one) => ['-c', one])],
        {
          ...owner,
          env: { ...process.env, ...postgresEnvironment() },
          cwd: folder,
          stdio: 'ignore',
        },
      );
      pid = standby.pid ?? pid;
    },
    stop: async () => {
      await stopPostmaster(pid, cluster);
      await primary.release();
      rmSync(dataDir, { recursive: true });
    },
  };
}

const other = await openForTestFile(createTestDatabase());
const server = await openForTestFile(openFailover(other.url));
const { host } = new URL(other.url);
const withHosts = (hosts: string) => other.url.replace(host, hosts);
const database = await openForTestFile(Promise.resolve(openDatabase(withHosts(server.host), 2)));
const { db } = database;
const heard: (string | undefined)[] = [];

beforeAll(async () => {
  await database.listen('news', (payload) => heard.push(payload));
  await server.failOver();
  await until('the standby has refused to listen', async () => {
    const refused = await db.execute(sql`
      select from pg_stat_activity where query like 'listen%' and state = 'idle'`);
    return refused.length > 0;
  });
});

const change = ({ db: of }: Database) => of.execute(sql`create table changed ()`);

it('the error for a write to a standby names the parameter that selects the primary of several hosts', async () => {
  const url = withHosts(`${server.host},${host}`);
  const unchosen = openDatabase(url, 1);
  const refused = await change(unchosen).catch((error: unknown) => error);
  await unchosen.close();
  const [said] = /target_session_attrs=[a-z-]+/.exec(connectionFault(url, refused) ?? '') ?? [];
  const chosen = openDatabase(`${url}?${said}`, 1);
  await change(chosen);
  await chosen.close();
  expect(await other.db.execute(sql`select to_regclass('changed')::text as name`)).toEqual([
    { name: 'changed' },
  ]);
});

it('notifications resume once a standby, which refuses LISTEN, is promoted to primary', async () => {
  await db.execute(sql`select pg_promote()`);
  await until('it is heard', async () => {
    await db.execute(sql`select pg_notify('news', 'after the failover')`);
    return heard.includes('after the failover');
  });
  // Each undefined stands for the notifications that may be lost between two connections.
  expect(heard.slice(0, 2)).toEqual([undefined, undefined]);
});
