import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '@/db/client';
import { payment } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { exportPayments } from '@/lib/payments/views/export-payments';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { PLAIN_TERMS } from '@/test/support/plain-terms';

const ROWS = 2_500;

let actor: Member;

const base = await openForTestFile(createTestDatabase());

beforeAll(async () => {
  const key = await createTestKey(base.db);
  const second = await createTestKey(base.db, { merchantId: key.merchantId });
  const foreign = await createTestKey(base.db);
  actor = await createTestActor(base.db, key.merchantId, 'viewer');
  await addMany(key, ROWS - 700);
  await addMany(second, 700);
  await addMany(foreign, 10);
});

/** Adds several payments per millisecond, so that their order within a millisecond matters. */
async function addMany(key: TestKey, rows: number) {
  const start = Date.parse('2026-03-01T00:00:00Z');
  const values = Array.from({ length: rows }, (_, i) => {
    const destination = {
      address: `bcrt1q${randomBytes(20).toString('hex')}`,
      script: `0014${randomBytes(20).toString('hex')}`,
      walletId: null,
      derivationIndex: null,
      watchFromHeight: 0,
      watchAfterHash: null,
    };
    const terms = {
      ...PLAIN_TERMS,
      amount: toSats(1_000 + i),
      reference: `Order ${i}`,
    };
    const now = new Date(start + Math.floor(i / 7));
    return newPaymentRow(key.actor, terms, destination, now);
  });
  for (let at = 0; at < rows; at += 500) {
    await base.db
      .insert(payment)
      .values(values.slice(at, at + 500).map((one) => withSeal('payment', one)));
  }
}

async function listed(filter = {}): Promise<string[]> {
  const page = { limit: 100_000, offset: 0 };
  const { payments } = await searchPayments(base.db, actor, filter, page);
  return payments.map(({ row }) => row.id);
}

async function exported(filter = {}): Promise<string[]> {
  const ids: string[] = [];
  await exportPayments(base.db, actor, filter, async (part) => {
    ids.push(...part.map(({ row }) => row.id));
  });
  return ids;
}

describe('an export', () => {
  it('an export has exactly the payments of the filtered list, in the same order', async () => {
    expect(await exported()).toEqual(await listed());
    expect(await exported()).toHaveLength(ROWS);
    const filter = { text: 'order 12', minSats: 1_100 };
    expect(await exported(filter)).toEqual(await listed(filter));
    expect(await exported({ text: 'no such' })).toEqual([]);
  });

  it('an export is streamed in parts of a constant size, however long the list is', async () => {
    const sizes: number[] = [];
    await exportPayments(base.db, actor, {}, async (part) => {
      sizes.push(part.length);
    });
    expect(Math.max(...sizes)).toBe(250);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(ROWS);
  });

  it('an export reads one snapshot, so that concurrent changes neither remove nor repeat a payment', async () => {
    const before = await listed({ statuses: ['pending'] });
    const seen: string[] = [];
    await exportPayments(base.db, actor, { statuses: ['pending'] }, async (part) => {
      seen.push(...part.map(({ row }) => row.id));
      const last = before.at(-1) ?? '';
      await base.db.update(payment).set({ status: 'expired' }).where(eq(payment.id, last));
    });
    expect(seen).toEqual(before);
    expect(await listed({ statuses: ['pending'] })).toHaveLength(before.length - 1);
  });

  it('exports run one at a time per merchant and do not block other merchants', async () => {
    const other = { ...actor, merchantId: newId('merchant') };
    await exportPayments(base.db, actor, {}, async () => {
      await expect(exported()).rejects.toMatchObject({ code: 'rate_limited' });
      await exportPayments(base.db, other, {}, async (part) => expect(part).toEqual([]));
    });
    expect(await exported()).toHaveLength(ROWS);
  });

  it.each([
    ['one part', { partMs: 50, wholeMs: 600_000 }],
    ['the whole', { partMs: 600_000, wholeMs: 50 }],
  ])(
    'an export ends with an error and releases its connection when %s takes too long',
    async (_, limits) => {
      const database = openDatabase(base.url, 1);
      const session = () => database.db.execute(sql`select pg_backend_pid() as pid`);
      const before = await session();
      const stalled = exportPayments(database.db, actor, {}, () => new Promise(() => {}), limits);
      await expect(stalled).rejects.toThrow('took more than 50 ms');
      expect(await session()).toEqual(before);
      expect(await exported()).toHaveLength(ROWS);
      await database.close();
    },
  );

  it('while many merchants download exports slowly, other requests still get database connections', async () => {
    const database = openDatabase(base.url);
    const refused: unknown[] = [];
    let read = () => {};
    const slowly = new Promise<void>((resolve) => {
      read = resolve;
    });
    const exports = Array.from({ length: 20 }, () => {
      const other = { ...actor, merchantId: newId('merchant') };
      return exportPayments(database.db, other, {}, () => slowly).catch((error) => {
        refused.push(error);
      });
    });
    await expect.poll(() => refused.length).toBe(16);
    expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: 'server_busy' })));
    expect(await database.db.execute(sql`select 1 as one`)).toMatchObject([{ one: 1 }]);
    read();
    await Promise.all(exports);
    expect(refused).toHaveLength(16);
    await database.close();
  });

  it('an export releases its connection when the download is aborted', async () => {
    const left = exportPayments(base.db, actor, {}, () => Promise.reject(new Error('left')));
    await expect(left).rejects.toThrow('left');
    expect(await exported()).toHaveLength(ROWS);
  });
});
