import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { chain } from '@/db/schema/chain';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { toSats } from '@/lib/domain/sats';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { PAYMENT_CHANGED_CHANNEL } from '@/lib/payments/payment-changes';
import { findPublicPayments, type PublicPayment } from '@/lib/payments/public-payment';
import { PageWatch } from '@/lib/payments/public-watch';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

let watch: PageWatch<PublicPayment>;
let created: PaymentResponse;
let seen: PublicPayment[];
let errors: unknown[];
let reads: (readonly string[])[];
let running: number;
let listening: Promise<unknown>;

const checkoutIdOf = ({ checkout_url }: PaymentResponse) => checkout_url.split('/').at(-1) ?? '';
const latest = () => seen.at(-1);

const merchant = await openForTestFile(
  openTestMerchant((base, clock) => createSandboxSource(base.db, clock)),
);
await merchant.sync();

beforeEach(async () => {
  created = await merchant.create({ reference: 'Order 7' });
  seen = [];
  errors = [];
  reads = [];
  running = 0;
  watch = new PageWatch({
    idOf: ({ checkoutId }) => checkoutId,
    read: async (ids) => {
      reads.push(ids);
      running += 1;
      const found = await findPublicPayments(merchant.base.db, ids);
      running -= 1;
      return found;
    },
    listen: (onNotify) => {
      listening = merchant.base.database.listen(PAYMENT_CHANGED_CHANNEL, onNotify);
      return listening;
    },
    onError: (error) => errors.push(error),
  });
});

/** Late notifications of one test must not count in the next. */
afterEach(() => watch.close());

function watchIt(payment = created): () => void {
  const end = watch.watch({
    id: checkoutIdOf(payment),
    network: 'regtest',
    client: '192.0.2.1',
    onMove: (moved) => seen.push(moved),
    onClose: () => {},
  });
  if (typeof end === 'string') throw new Error(`no room: ${end}`);
  return end;
}

/** Waits for the listening connection, which makes the watch read everything again. */
async function isListening(): Promise<void> {
  await listening;
  await until('everything is read', () => seen.length > 0 && running === 0);
}

describe('the customer’s view of a payment', () => {
  it('the customer’s view has the merchant’s name, the terms, and a QR code with the amount due', async () => {
    const [found] = await findPublicPayments(merchant.base.db, [checkoutIdOf(created)]);
    expect(found).toMatchObject({
      merchantName: 'Test shop',
      reference: 'Order 7',
      amountSats: 100_000,
      dueSats: 100_000,
      status: 'pending',
      walletUri: `bitcoin:${created.address}?amount=0.001&label=Test%20shop&message=Order%207`,
      qrText: `bitcoin:${created.address.toUpperCase()}?amount=0.001`,
    });
    expect(JSON.stringify(found)).not.toContain(created.id);
    expect(JSON.stringify(found)).not.toContain(merchant.key.id);
  });

  it('for an amount below the dust limit, the customer’s view requests the smallest amount that wallets can send', async () => {
    const small = await merchant.create({ amount: toSats(100) });
    const [found] = await findPublicPayments(merchant.base.db, [checkoutIdOf(small)]);
    expect(found).toMatchObject({
      amountSats: 100,
      dueSats: 100,
      walletUri: `bitcoin:${small.address}?amount=0.00000294&label=Test%20shop`,
      qrText: `bitcoin:${small.address.toUpperCase()}?amount=0.00000294`,
    });
    // The API's own payment_uri requests the shop's amount.
    expect(small.payment_uri).toContain('amount=0.000001');
  });

  it('the customer’s view of a payment cannot be found by the payment id that the API uses', async () => {
    expect(await findPublicPayments(merchant.base.db, ['co_x', created.id])).toEqual([]);
  });

  it('the customer’s view allows only well-formed origins to frame the page', async () => {
    const embedOrigins = ['https://shop.example', "https://a.example; script-src 'unsafe-inline'"];
    await merchant.base.db
      .update(apiKey)
      .set({ embedOrigins })
      .where(eq(apiKey.id, merchant.key.id));
    const [found] = await findPublicPayments(merchant.base.db, [checkoutIdOf(created)]);
    expect(found?.embedOrigins).toEqual(['https://shop.example']);
  });
});

describe('an open page', () => {
  it('an open page is notified of a new output, and of every block that confirms the output', async () => {
    watchIt();
    await isListening();
    const { address } = created;
    await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, merchant.now());
    await merchant.sync();
    await until('the page shows it seen', () => latest()?.status === 'detected');
    for (const depth of [1, 2, 3]) {
      await simulateMining(merchant.base.db, { blocks: 1 }, merchant.now());
      await merchant.sync();
      await until(`the page shows ${depth}`, () => latest()?.confirmations === depth);
    }
    expect(latest()?.status).toBe('confirmed');
  });

  it('an open page is notified when the payment is canceled, and when it expires', async () => {
    watchIt();
    await isListening();
    await merchant.cancel(created.id);
    await until('the page shows it canceled', () => latest()?.status === 'canceled');

    const other = await merchant.create({ expiresInSeconds: 300 });
    watchIt(other);
    merchant.passTime(301_000);
    await merchant.sync();
    await until('the page shows it expired', () => latest()?.status === 'expired');
  });

  it('an open page is notified only of changes to the payment that it shows', async () => {
    watchIt();
    await isListening();
    const before = reads.length;
    await merchant.cancel((await merchant.create()).id);
    await merchant.cancel(created.id);
    await until('the page shows it canceled', () => latest()?.status === 'canceled');
    expect(reads.slice(before)).toEqual([[checkoutIdOf(created)]]);
  });

  it('an open page is notified of changes that happened while the listening connection was lost', async () => {
    watchIt();
    await isListening();
    await merchant.base.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`);
    await merchant.cancel(created.id);
    await until('the page shows it canceled', () => latest()?.status === 'canceled');
    expect(errors).toEqual([]);
  });

  it('after a page is closed, it is no longer notified', async () => {
    const end = watchIt();
    await isListening();
    end();
    const count = seen.length;
    const other = await merchant.create();
    watchIt(other);
    await merchant.cancel(created.id);
    await merchant.cancel(other.id);
    await until('the other page is notified', () => latest()?.status === 'canceled');
    expect(seen.slice(count).map(({ checkoutId }) => checkoutId)).not.toContain(
      checkoutIdOf(created),
    );
  });
});

it('a block notifies only the pages of payments whose confirmations change', async () => {
  const paid = await merchant.create();
  const pay = { address: paid.address, sats: toSats(100_000) };
  await payAddress(merchant.base.db, pay, merchant.now());
  await simulateMining(merchant.base.db, { blocks: 1 }, merchant.now());
  await merchant.sync();
  watchIt();
  watchIt(paid);
  await isListening();
  expect(seen).toHaveLength(2);
  for (const depth of [2, 3]) {
    await simulateMining(merchant.base.db, { blocks: 1 }, merchant.now());
    await merchant.sync();
    await until(`the paid one shows ${depth}`, () => latest()?.confirmations === depth);
  }
  const notified = seen.slice(2).map(({ checkoutId }) => checkoutId);
  expect(new Set(notified)).toEqual(new Set([checkoutIdOf(paid)]));
});

it('the page of an unconfirmed payment is notified when the height of the next block changes', async () => {
  const { address } = created;
  await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, merchant.now());
  await merchant.sync();
  watchIt();
  await isListening();
  const next = latest()?.firstBlock ?? 0;
  const [{ height } = { height: 0 }] = await merchant.base.db.select().from(chain);
  expect([latest()?.confirmations, next]).toEqual([0, (height ?? 0) + 1]);
  // Replaces one block with two, and confirms nothing from the mempool.
  await reorg(merchant.base.db, { blocks: 1, remine: false }, merchant.now());
  await merchant.sync();
  await until('the page shows the next one', () => latest()?.firstBlock === next + 1);
  await simulateMining(merchant.base.db, { blocks: 2 }, merchant.now());
  await merchant.sync();
  await until('the page shows its block', () => latest()?.confirmations === 2);
  expect(latest()?.firstBlock).toBe(next + 1);
});

it('many open pages of one payment share one database read', async () => {
  for (let page = 0; page < 50; page++) watchIt();
  await isListening();
  expect(seen).toHaveLength(50);
  const before = reads.length;
  await merchant.cancel(created.id);
  await until('every page is notified', () => seen.length >= 100);
  expect(reads.slice(before)).toEqual([[checkoutIdOf(created)]]);
});
