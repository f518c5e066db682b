import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { startPostgres } from '@/scripts/lib/postgres.mjs';
import { postgresAccount } from '@/scripts/lib/postgres-account.mjs';
import { postgresEnvironment } from '@/scripts/lib/postgres-cluster.mjs';
import { databaseFolder, postgresPrograms } from '@/scripts/lib/postgres-place.mjs';
import { stopPostmaster } from '@/scripts/lib/postmaster.mjs';
import { forFile } from '@/test/support/for-file';
import { until } from '@/test/support/wait';

/** A database whose server is replaced by a standby, which is promoted later. */
async function openFailover() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'blocktally-failover-'));
  chmodSync(dataDir, 0o711);
  const primary = await startPostgres({ dataDir, durable: false });
  const account = postgresAccount(path.join(dataDir, 'postgres', 'cluster'));
  const { uid, gid = uid } = account;
  const owner = uid === undefined || gid === undefined ? undefined : { uid, gid };
  const folder = databaseFolder(dataDir, account);
  const cluster = path.join(folder, 'cluster');
  let pid = primary.pid;
  return {
    url: primary.url,
    /** The same port now leads to a standby. */
    failOver: async () => {
      await stopPostmaster(primary.pid, cluster);
      const signal = path.join(cluster, 'standby.signal');
      writeFileSync(signal, '');
      if (owner) chownSync(signal, owner.uid, owner.gid);
      const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
      const standby = spawn(
        path.join(postgresPrograms(account, folder), 'postgres'),
        ['-D', cluster, '-p', new URL(primary.url).port, ...settings.flatMap((one) => ['-c', one])],
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

const server = await forFile(openFailover());
const database = await forFile(Promise.resolve(openDatabase(server.url, 2)));
const { db } = database;

it('notifications are heard again once a standby is promoted that had refused to listen', async () => {
  const heard: (string | undefined)[] = [];
  await database.listen('news', (payload) => heard.push(payload));
  await server.failOver();
  await until('the standby has refused', async () => {
    const refused = await db.execute(sql`
      select from pg_stat_activity where query like 'listen%' and state = 'idle'`);
    return refused.length > 0;
  });
  await db.execute(sql`select pg_promote()`);
  await until('it is heard', async () => {
    await db.execute(sql`select pg_notify('news', 'after the failover')`);
    return heard.includes('after the failover');
  });
  // Some of what was told before it listened again is lost.
  expect(heard.slice(0, 2)).toEqual([undefined, undefined]);
});
