import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Database, type Db, openDatabase } from '@/db/client';
import { isDatabaseUnavailable } from '@/db/connection-lost';
import { toProblem } from '@/lib/http/problem-response';
import { createTestDatabase } from '@/test/support/database';
import { startDatabaseProxy } from '@/test/support/database-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { hasSleepingTransactions, terminateSessions } from '@/test/support/sessions';
import { until } from '@/test/support/wait';

const base = await openForTestFile(createTestDatabase(2));

/** A connection within this process: `near` reads what `far` writes in a later event loop tick. */
async function openPair() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = createConnection((server.address() as AddressInfo).port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  const close = () => {
    near.destroy();
    server.close();
  };
  return { near, far, close };
}

describe('a database that loses connections', () => {
  it('a terminated session loses its lock, and releasing that lock later neither hangs nor breaks the pool', async () => {
    const database = openDatabase(base.url, 4);
    const lock = await database.tryLock('a name');
    expect(lock).toBeDefined();
    await terminateSessions(base.database);
    await lock?.release().catch(() => {});
    const again = await until('the lock is free', () => database.tryLock('a name'));
    await again.release();
    const rows = await Promise.all(
      Array.from({ length: 20 }, (_, n) => database.db.execute(sql`select ${n}::int as n`)),
    );
    expect(rows.map(([row]) => row?.n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
    await database.close();
  });

  it('if a connection breaks while a statement waits for it, later statements succeed immediately', async () => {
    const line = await startDatabaseProxy(base.url);
    const database = openDatabase(line.url, 1);
    await database.db.execute(sql`select 1`);
    await (await database.tryLock('a name'))?.release();
    const { near, far, close } = await openPair();
    let taken: ReturnType<Database['tryLock']> | undefined;
    const asked = new Promise((settle) => {
      near.once('data', () => {
        database.db.execute(sql`select 1`).then(settle, settle);
        taken = database.tryLock('a name').catch(() => undefined);
      });
    });
    // The response to the statement and the break arrive in one event loop tick, in this order.
    far.write('?');
    line.reset();
    expect(await asked).toMatchObject({
      cause: { code: expect.stringMatching(/ECONNRESET|CLOSED/) },
    });
    // If the connection never wrote again, every statement would fail with CONNECT_TIMEOUT.
    expect(await database.db.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
    await (await taken)?.release();
    await (await until('the lock is free', () => database.tryLock('a name'))).release();
    close();
    await database.close();
    await line.close();
  });

  it('if an idle connection breaks just when a statement is sent, that statement fails and the next succeeds', async () => {
    const line = await startDatabaseProxy(base.url);
    const database = openDatabase(line.url, 1);
    await database.db.execute(sql`select 1`);
    const { near, far, close } = await openPair();
    const asked = new Promise((settle) => {
      const ask = () => database.db.execute(sql`select 1`).then(settle, settle);
      near.once('data', () => setImmediate(ask));
    });
    // Within one event loop tick the socket fails, the statement is sent, and the socket ends.
    line.reset();
    far.write('?');
    expect(await asked).toMatchObject({ cause: { code: 'CONNECTION_CLOSED' } });
    expect(await database.db.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
    close();
    await database.close();
    await line.close();
  });

  it('open transactions fail when connections are lost, and later transactions get working connections', async () => {
    const database = openDatabase(base.url, 4);
    const sleepLong = async (tx: Db) => {
      for (let n = 0; n < 1_000; n += 1) await tx.execute(sql`select pg_sleep(0.01)`);
    };
    const plain = () => database.db.transaction(sleepLong);
    const nested = () => database.db.transaction((tx) => tx.transaction(sleepLong));
    const soonGood = () =>
      until(
        'every connection is good again',
        async () => {
          const next = Array.from({ length: 8 }, (_, n) =>
            database.db.transaction((tx) => tx.execute(sql`select ${n}::int as n`)),
          );
          const ended = await Promise.allSettled(next);
          return ended.every(({ status }) => status === 'fulfilled');
        },
        30_000,
      );
    for (const work of [plain, nested, plain]) {
      const underWay = Promise.allSettled(Array.from({ length: 4 }, work));
      await until('all are in progress', () => hasSleepingTransactions(base, 4));
      await terminateSessions(base.database);
      expect((await underWay).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      await soonGood();
    }
    await database.close();
  });

  it('if PostgreSQL ends a request’s idle transaction, the error reports that the database is unavailable', async () => {
    const database = openDatabase(base.url, 1);
    const isIdleInTransaction = async () => {
      const rows = await base.db.execute(sql`
        select 1 from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`);
      return rows.length > 0;
    };
    const work = database.db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = '20ms'`);
      await until('PostgreSQL ended it', async () => !(await isIdleInTransaction()));
      await tx.execute(sql`select 1`);
    });
    const error = await work.then(String, (reason) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(toProblem(error)).toMatchObject({
      code: 'database_unavailable',
      retryAfterSeconds: expect.any(Number),
    });
    await database.close();
  });

  it('if a transaction fails because another connection was lost, the transaction is rolled back', async () => {
    const database = openDatabase(base.url, 1);
    const elsewhere = Object.assign(new Error('lost'), { code: 'CONNECTION_CLOSED' });
    const work = database.db.transaction(async (tx) => {
      await tx.execute(sql`create table not_to_stay ()`);
      throw elsewhere;
    });
    await expect(work).rejects.toBe(elsewhere);
    const [row] = await database.db.execute(sql`select to_regclass('not_to_stay') as found`);
    expect(row).toEqual({ found: null });
    await database.close();
  });

  it('if a new connection ends immediately, its statement fails without an unhandled rejection', async () => {
    const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
    const crashing = createServer((socket) => {
      socket.once('data', () => {
        socket.write(welcome);
        socket.once('data', () => socket.destroy());
      });
    });
    await new Promise<void>((resolve) => crashing.listen(0, '127.0.0.1', resolve));
    const { port } = crashing.address() as AddressInfo;
    const database = openDatabase(`postgres://any@127.0.0.1:${port}/any`, 2);
    const unhandled: unknown[] = [];
    const hear = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', hear);
    await expect(database.db.execute(sql`select 1`)).rejects.toMatchObject({
      cause: { code: 'CONNECTION_CLOSED' },
    });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', hear);
    expect(unhandled).toEqual([]);
    crashing.close();
  });
});

it('statements that wait for a connection fail soon if the database refuses connections', async () => {
  const { db, close } = openDatabase('postgres://nobody@127.0.0.1:1/none', 4);
  const refused = Array.from({ length: 100 }, () =>
    db.execute(sql`select 1`).catch((error: unknown) => isDatabaseUnavailable(error)),
  );
  const late = base.db.execute(sql`select pg_sleep(10)`).then(() => 'ten seconds');
  expect(await Promise.race([Promise.all(refused), late])).toEqual(Array(100).fill(true));
  await Promise.all([close(), late]);
});
