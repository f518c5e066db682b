import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { chain, transaction } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { toSats } from '@/lib/domain/sats';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { type PaymentHistory, storePaymentHistories } from '@/test/support/random-lives';

const base = await openForTestFile(createTestDatabase());
const api = createTestApi(base);
const network = 'regtest';
const txid = (digit: string) => digit.repeat(64);

const life = (id: string, change: Partial<PaymentHistory> = {}): PaymentHistory => ({
  ...{ id, asked: 1_000, price: null, status: 'confirmed', flags: [], done: [], acceptedAt: null },
  ...{ received: 1_000, waiting: 0, rate: null, refunds: [], confirmedAt: 1_790_000_000_000 },
  ...change,
});

/** Pays in a block of this height, or in the mempool if `height` is null. */
async function pay(id: string, tx: string, vout: number, height: number | null, gone = false) {
  const firstSeenAt = new Date();
  await base.db
    .insert(transaction)
    .values({ network, txid: tx, height, firstSeenAt, spends: [], gone })
    .onConflictDoNothing();
  await base.db
    .insert(output)
    .values({ network, txid: tx, vout, paymentId: id, sats: toSats(700) });
}

async function use(key: TestKey, ids: readonly string[]) {
  for (const [place, id] of ids.entries()) {
    const derived = { walletId: key.walletId, derivationIndex: place, reference: `Order ${id}` };
    await base.db.update(payment).set(derived).where(eq(payment.id, id));
  }
}

/** Reads labels by BIP 329 and JSON Lines, and throws at any violation. */
function readLabels(bytes: Uint8Array) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  expect(text.endsWith('\n') || text === '').toBe(true);
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const record: Record<string, unknown> = JSON.parse(line);
      const forms: Record<string, RegExp> = {
        tx: /^[0-9a-f]{64}$/,
        addr: /^address pay_\w+$/,
        output: /^[0-9a-f]{64}:(?:0|[1-9]\d*)$/,
      };
      const { type, ref, label, ...rest } = record;
      expect(String(ref)).toMatch(forms[String(type)] ?? /never/);
      expect(typeof label).toBe('string');
      expect(String(label).length).toBeLessThanOrEqual(255);
      expect(String(label)).not.toMatch(/[\r\n]/);
      const optional = { tx: ['height'], addr: [], output: ['value', 'height'] }[String(type)];
      for (const [name, value] of Object.entries(rest)) {
        expect(optional).toContain(name);
        expect(Number.isSafeInteger(value)).toBe(true);
      }
      return record;
    });
}

async function labelsOf(key: TestKey) {
  const as = await createTestActor(base.db, key.merchantId, 'viewer');
  const path = `/api/dashboard/wallets/${key.walletId}/labels`;
  const { stream, headers } = await api.open({ path, as });
  expect(headers['content-disposition']).toMatch(/labels\.jsonl/);
  return readLabels(new Uint8Array(await new Response(stream).arrayBuffer()));
}

test('a wallet’s labels name the payment of each address, transaction and output (BIP 329)', async () => {
  const key = await createTestKey(base.db);
  await base.db
    .insert(chain)
    .values({ network, height: 105, hash: txid('0') } as typeof chain.$inferInsert)
    .onConflictDoUpdate({ target: chain.network, set: { height: 105 } });
  const sentAt = 1_790_000_100_000;
  const refund = { sats: 300, price: null, status: 'sent' as const, feeSats: 10, sentAt };
  await storePaymentHistories(base.db, key, [
    life('pay_a', { refunds: [refund] }),
    ...[life('pay_b'), life('pay_c'), life('pay_unpaid', { status: 'expired', received: 0 })],
  ]);
  await use(key, ['pay_a', 'pay_b', 'pay_c', 'pay_unpaid']);
  await base.db.execute(`update refund set txid = '${txid('f')}' where payment_id = 'pay_a'`);
  await pay('pay_a', txid('1'), 0, 100);
  await pay('pay_b', txid('1'), 1, 100);
  await pay('pay_b', txid('2'), 7, 101);
  await pay('pay_c', txid('3'), 0, null, true);
  expect(await labelsOf(key)).toEqual([
    { type: 'addr', ref: 'address pay_a', label: 'Order pay_a' },
    { type: 'addr', ref: 'address pay_b', label: 'Order pay_b' },
    { type: 'output', ref: `${txid('1')}:0`, label: 'Order pay_a', value: 700, height: 100 },
    { type: 'output', ref: `${txid('1')}:1`, label: 'Order pay_b', value: 700, height: 100 },
    { type: 'output', ref: `${txid('2')}:7`, label: 'Order pay_b', value: 700 },
    { type: 'tx', ref: txid('1'), label: 'Order pay_a, Order pay_b', height: 100 },
    { type: 'tx', ref: txid('2'), label: 'Order pay_b' },
    { type: 'tx', ref: txid('f'), label: 'Refund of Order pay_a' },
  ]);
});

test('the labels of a shared wallet cover only the requesting merchant’s payments', async () => {
  const key = await createTestKey(base.db);
  const stranger = await createTestKey(base.db);
  await storePaymentHistories(base.db, stranger, [life('pay_s')]);
  await base.db
    .update(payment)
    .set({ walletId: key.walletId, derivationIndex: 0 })
    .where(eq(payment.id, 'pay_s'));
  await pay('pay_s', txid('9'), 0, 100);
  expect(await labelsOf(key)).toEqual([]);
  const as = await createTestActor(base.db, stranger.merchantId, 'owner');
  const path = `/api/dashboard/wallets/${key.walletId}/labels`;
  expect((await api.call({ path, as })).status).toBe(404);
});
