import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { migrateDatabase } from '@/db/migrate';
import { toProblem } from '@/lib/http/problem-response';
import { createTestDatabase } from '@/test/support/database';
import { startDatabaseProxy } from '@/test/support/database-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { until } from '@/test/support/wait';

const base = await openForTestFile(createTestDatabase(4));

/** Runs a statement that takes longer than a host may stay silent. */
const aMinute = () => base.db.execute(sql`select pg_sleep(60)`).then(() => 'a minute');

it('statements to an unresponsive host fail as unavailable, and later statements succeed once it responds', async () => {
  const line = await startDatabaseProxy(base.url);
  const database = openDatabase(line.url, 2);
  const { db } = database;
  const lock = await database.tryLock('a name');
  const select = () => db.execute(sql`select 1 as one`);
  await Promise.all([select(), select()]);
  line.freeze();
  const underWay = Promise.allSettled([
    db.transaction((tx) => tx.execute(sql`select 1`)),
    ...Array.from({ length: 3 }, select),
    database.tryLock('another name'),
  ]);
  const ended = await Promise.race([underWay, aMinute()]);
  expect(Array.isArray(ended) ? ended.map(({ status }) => status) : ended).toEqual(
    Array(5).fill('rejected'),
  );
  for (const one of await underWay) {
    const problem = one.status === 'rejected' && toProblem(one.reason);
    expect(problem).toMatchObject({
      code: 'database_unavailable',
      retryAfterSeconds: expect.any(Number),
    });
  }
  line.thaw();
  expect(await select()).toMatchObject([{ one: 1 }]);
  await lock?.release().catch(() => {});
  await (await database.tryLock('another name'))?.release();
  await database.close();
  await line.close();
});

it('a statement may run for any length of time while its server responds', async () => {
  const database = openDatabase(base.url, 2);
  const slow = sql`select pg_sleep(30)::text as slept`;
  const rows = await Promise.all([
    database.db.execute(slow),
    database.db.transaction((tx) => tx.execute(slow)),
  ]);
  expect(rows).toMatchObject([[{ slept: '' }], [{ slept: '' }]]);
  await database.close();
});

it('if a database host does not respond, statements, migrations and locks use the next host', async () => {
  const line = await startDatabaseProxy(base.url);
  line.freeze();
  const [silent, host] = [line.url, base.url].map((url) => new URL(url).host);
  const database = openDatabase(base.url.replace(`${host}`, `${silent},${host}`), 2);
  await until('it answers', () => database.db.execute(sql`select 1`));
  await migrateDatabase(base.url.replace(`${host}`, `${silent},${host}`), 'db/migrations');
  const lock = await until('a lock is acquired', () => database.tryLock('a name'));
  await lock.release();
  await database.close();
  await line.close();
});

it('queries, locks and migrations fail if every database host refuses connections', async () => {
  const database = openDatabase('postgres://nobody@127.0.0.1:1,127.0.0.1:2/none', 4);
  const faultOf = (error: unknown) => toProblem(error).code;
  const refused = Promise.all([
    ...Array.from({ length: 20 }, () => database.db.execute(sql`select 1`).catch(faultOf)),
    database.db.transaction((tx) => tx.execute(sql`select 1`)).catch(faultOf),
    database.tryLock('a name').catch(faultOf),
  ]);
  expect(await Promise.race([refused, aMinute()])).toEqual(Array(22).fill('database_unavailable'));
  await database.close();
  const start = migrateDatabase('postgres://nobody@127.0.0.1:1,127.0.0.1:2/none', 'db/migrations');
  await expect(Promise.race([start, aMinute()])).rejects.toThrow(/nothing accepts connections/);
});

it('a listening session retries hosts that refuse connections only a few times a second', async () => {
  let asked = 0;
  const refusing = createServer((socket) => {
    asked += 1;
    socket.resetAndDestroy();
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const { port } = refusing.address() as AddressInfo;
  const two = `127.0.0.1:${port},127.0.0.1:${port}`;
  const url = new URL(base.url);
  const away = openDatabase(base.url.replace(url.host, two), 1);
  const listening = away.listen('a_channel', () => {}).catch(() => {});
  await base.db.execute(sql`select pg_sleep(2)`);
  expect(asked).toBeLessThan(20);
  await listening;
  await away.close();
  const database = openDatabase(base.url.replace(url.host, `127.0.0.1:${port},${url.host}`), 1);
  let notified = 0;
  await database.listen('a_channel', () => {
    notified += 1;
  });
  expect(notified).toBe(1);
  await database.close();
  refusing.close();
});
