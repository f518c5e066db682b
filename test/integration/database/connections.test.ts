import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Database, type Db, openDatabase } from '@/db/client';
import { NamedLocks } from '@/db/named-locks';
import { merchant } from '@/db/schema/accounts';
import { createTestDatabase } from '@/test/support/database';
import { startDatabaseProxy } from '@/test/support/database-proxy';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { hasSleepingTransactions, terminateSessions } from '@/test/support/sessions';
import { until } from '@/test/support/wait';

const base = await openForTestFile(createTestDatabase(2));

describe('a named lock', () => {
  it('a working process keeps a named lock indefinitely, and a frozen process loses the lock', async () => {
    const line = await startDatabaseProxy(base.url);
    // A busy machine may give a process no CPU time for some seconds.
    const locks = new NamedLocks(line.url, 6_000);
    await locks.take('work');
    const [begun] = await base.db.execute(sql`select clock_timestamp()::text as at`);
    await until('the idle timeout of a session has passed', async () => {
      const [row] = await base.db.execute(
        sql`select clock_timestamp() > ${begun?.at}::timestamptz + interval '9 seconds' as over`,
      );
      return row?.over === true;
    });
    expect(await base.database.tryLock('work')).toBeUndefined();
    line.freeze();
    const lock = await until('the lock is free', () => base.database.tryLock('work'));
    await lock.release();
    await line.close();
    await locks.close(0);
  });
});

describe('an array of texts', () => {
  it('a text array is returned from the database unchanged, whatever it contains', async () => {
    const texts = ['', 'plain', 'a, b', '{x}', '"', '\\', 'null', 'NULL', "it's", 'é\n\t', '₿'];
    for (const sent of [texts, [], ['one']]) {
      const [row] = await base.db.execute(sql`select ${sql.param(sent)}::text[] as got`);
      expect(row?.got).toEqual(sent);
    }
  });
});

async function within(setting: string, work: (db: Db) => Promise<void>) {
  const own = await createTestDatabase(1);
  const name = new URL(own.url).pathname.slice(1);
  await own.db.execute(sql.raw(`alter database ${name} set ${setting}`));
  const database = openDatabase(own.url, 1);
  await work(database.db);
  await database.close();
  await own.drop();
}

describe('a timestamp', () => {
  it.each(['SQL, DMY', 'German'])(
    'a timestamp is returned from the database as written if DateStyle is %s',
    (style) =>
      within(`DateStyle = '${style}'`, async (db) => {
        const row = {
          id: 'one',
          name: 'One',
          displayCurrency: null,
          timeZone: null,
          requireFactor: false,
          customerRetentionDays: null,
          createdAt: new Date('2026-05-11T10:20:30.456Z'),
        };
        expect(await db.insert(merchant).values(row).returning()).toEqual([row]);
      }),
  );

  it('a day added to a timestamp is exactly 24 hours, even across a clock change', () =>
    within("TimeZone = 'Europe/Berlin'", async (db) => {
      const [row] = await db.execute(sql`
        select timestamptz '2026-03-28T12:00Z' + interval '1 day' = '2026-03-29T12:00Z' as same`);
      expect(row).toEqual({ same: true });
    }));
});

describe('bytes', () => {
  it.each(['hex', 'escape'])(
    'bytes are returned from the database unchanged if bytea_output is %s',
    (format) =>
      within(`bytea_output = '${format}'`, async (db) => {
        const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
        const some = ['', '\\', '\\\\', '\\x00', '\\101', "a'b", 'thank you', '\u20bf'].map(
          (text) => Buffer.from(text),
        );
        for (const bytes of [every, ...some]) {
          const [row] = await db.execute(
            sql`select ${bytes}::bytea as got, length(${bytes}::bytea)`,
          );
          expect(row).toEqual({ got: bytes, length: bytes.length });
        }
      }),
  );
});

describe('closing a database', () => {
  const halfTheLimit = () => base.db.execute(sql`select pg_sleep(5)`).then(() => 'late');
  const closing = (database: Database) => database.close().then(() => 'closed');

  it('closing a database does not wait for a statement that failed when its connection was lost', async () => {
    const database = openDatabase(base.url, 2);
    const lock = await database.tryLock('another name');
    const lost = Promise.allSettled([
      database.db.execute(sql`select pg_sleep(100)`),
      database.db.transaction((tx) => tx.execute(sql`select pg_sleep(100)`)),
    ]);
    await until('both are in progress', async () => {
      const rows = await base.db.execute(sql`
        select 1 from pg_stat_activity where query like 'select pg_sleep(100)'
          and datname = current_database() and state = 'active'`);
      return rows.length === 2;
    });
    await terminateSessions(base.database);
    expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await lock?.release().catch(() => {});
    expect(await Promise.race([closing(database), halfTheLimit()])).toBe('closed');
  });

  it('a database closes without waiting for a connection whose peer vanished silently', async () => {
    const line = await startDatabaseProxy(base.url);
    const database = openDatabase(line.url, 2);
    await database.db.execute(sql`select 1`);
    line.freeze();
    expect(await Promise.race([closing(database), halfTheLimit()])).toBe('closed');
    await line.close();
  });

  it('a database closes only after its current statements and transactions have finished', async () => {
    const database = openDatabase(base.url, 2);
    const ended: string[] = [];
    const plain = database.db.execute(sql`select pg_sleep(1.5)`).then(() => ended.push('plain'));
    const within = database.db.transaction(async (tx) => {
      for (let n = 0; n < 5; n += 1) await tx.execute(sql`select pg_sleep(0.3)`);
      ended.push('transaction');
    });
    await until('both are in progress', () => hasSleepingTransactions(base, 1));
    await database.close();
    await Promise.all([plain, within]);
    expect(ended.sort()).toEqual(['plain', 'transaction']);
  });
});
