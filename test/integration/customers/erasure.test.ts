import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { payment } from '@/db/schema/payments';
import { auditEntry } from '@/db/schema/people';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import { eraseCustomer } from '@/lib/customers/erase-customer';
import { erasePastRetention } from '@/lib/customers/erase-past-retention';
import { toSats } from '@/lib/domain/sats';
import { handlePayment } from '@/lib/payments/handle-payment';
import { createTestActor } from '@/test/support/actor';
import {
  addPayment,
  confirmedColumns,
  NOW,
  newShop as newShopIn,
  type PaymentOptions,
} from '@/test/support/customer-shop';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const newShop = () => newShopIn(base.db);
const add = (of: TestKey, made: PaymentOptions) => addPayment(base.db, of, made);
const DAY_MS = 86_400_000;
const rowOf = async (id: string) =>
  (await base.db.select().from(payment).where(eq(payment.id, id)))[0];

async function dump(): Promise<string> {
  const tables = await base.db.execute<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`);
  const rows = tables.map(({ name }) =>
    base.db.execute(sql`select t::text from ${sql.raw(name)} t`),
  );
  return JSON.stringify(await Promise.all(rows));
}

describe('an erased customer', () => {
  const MARKED = { name: 'Marker Ann', email: 'marker@acme.example', reference: 'marker-1' };
  const ANN = { name: 'Ann', email: 'ann@acme.example', reference: 'c-5' };
  const extra = { payerNote: 'Marker: ring', description: 'Blue shirt', metadata: { size: 'L' } };

  test('an erased customer is removed from every row, while the amounts and the shop’s data stay', async () => {
    const { key, owner, list, found } = await newShop();
    const late = { flags: ['late' as const], ...confirmedColumns(9) };
    const id = await add(key, { customer: MARKED, extra, change: late });
    const other = await add(key, { customer: { name: 'Bob' } });
    const done = { paymentId: id, received: toSats(9), note: 'Called Marker Ann' };
    await handlePayment(base.db, owner, done, NOW);
    expect(await dump()).toMatch(/marker/i);
    expect(await eraseCustomer(base.db, owner, id, NOW)).toBe(1);
    expect(await list()).toMatchObject({
      total: 1,
      customers: [{ name: 'Bob', paymentId: other }],
    });
    expect([await found('marker'), await found('blue'), await found('L')]).toEqual([
      [],
      [id],
      [id],
    ]);
    expect(await rowOf(id)).toMatchObject({
      receivedSats: 9,
      status: 'confirmed',
      customerKey: null,
    });
    expect(await dump()).not.toMatch(/marker/i);
  });

  test('a customer is erased on every network, and the audit entry has only the number of payments', async () => {
    const { key, owner } = await newShop();
    const signet = await createTestKey(base.db, { merchantId: key.merchantId, network: 'signet' });
    const id = await add(key, { customer: ANN });
    await add(signet, { customer: { reference: ANN.reference } });
    expect(await eraseCustomer(base.db, owner, id, NOW)).toBe(2);
    const entries = await base.db.select().from(auditEntry).where(eq(auditEntry.subject, id));
    expect(entries).toMatchObject([{ action: 'customer.erase', data: { payments: 2 } }]);
    await expect(eraseCustomer(base.db, owner, id, NOW)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('a customer can be erased only by an owner of the merchant', async () => {
    const { key } = await newShop();
    const { owner: stranger } = await newShop();
    const id = await add(key, { customer: ANN });
    for (const role of ['member', 'viewer'] as const) {
      const actor = await createTestActor(base.db, key.merchantId, role);
      await expect(eraseCustomer(base.db, actor, id, NOW)).rejects.toMatchObject({
        code: 'forbidden',
      });
    }
    await expect(eraseCustomer(base.db, stranger, id, NOW)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await rowOf(id))?.customerName).toBe(ANN.name);
  });
});

describe('after the retention time', () => {
  const ago = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

  test('after the retention time, customers are erased from ended payments, but not from payments that are still active', async () => {
    const { key, owner } = await newShop();
    await changeMerchantSetting(base.db, owner, 'customerRetentionDays', 30, NOW);
    const customer = { name: 'Ann' };
    const at = ago(99);
    const old = await add(key, { customer, at, change: confirmedColumns(1, ago(31)) });
    const canceled = await add(key, {
      customer,
      at,
      change: { status: 'canceled', canceledAt: ago(31) },
    });
    const recent = await add(key, { customer, at, change: confirmedColumns(1, ago(29)) });
    const waiting = await add(key, {
      customer,
      at,
      change: { status: 'detected', detectedAt: ago(90) },
    });
    await erasePastRetention(base.db, NOW);
    const names = await Promise.all([old, canceled, recent, waiting].map(rowOf));
    expect(names.map((row) => row?.customerName)).toEqual([null, null, 'Ann', 'Ann']);
  });

  test('without a retention time, no customer is erased', async () => {
    const { key } = await newShop();
    const id = await add(key, {
      customer: { name: 'Ann' },
      change: confirmedColumns(1, ago(5_000)),
    });
    await erasePastRetention(base.db, NOW);
    expect((await rowOf(id))?.customerName).toBe('Ann');
  });
});
