import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paymentView } from '@/db/schema/payments';
import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { createLedger } from '@/lib/payments/ledger';
import {
  PAGE_OPEN_AFTER_VIEW_MS,
  pruneViews,
  recordView,
  VIEW_RECORD_INTERVAL_MS,
} from '@/lib/payments/payment-views';
import { startBitcoind } from '@/test/support/bitcoind';
import { startEsplora } from '@/test/support/esplora-server';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';

const DAY_S = 86_400;
const READ_EVERY_MS = 8_000;
const HISTORY = /^\/address\/([^/]+)\/txs$/;

let merchant: TestMerchant;

const node = await openForTestFile(startBitcoind({ flags: ['-txindex=1'], blocks: 120 }));
const server = await openForTestFile(startEsplora(node));
beforeEach(async () => {
  merchant = await openTestMerchant((_base, clock) =>
    createEsploraSource('regtest', server.url, { lookUpsPerMinute: 8, clock, gapMs: 0 }),
  );
  await merchant.sync();
});
afterEach(() => merchant.close());

const create = () => merchant.create({ expiresInSeconds: DAY_S });
const createMany = (count: number) => Promise.all(Array.from({ length: count }, create));
const checkoutIdOf = ({ checkout_url }: PaymentResponse) => checkout_url.split('/').at(-1) ?? '';
const view = (payment: PaymentResponse) =>
  recordView(merchant.base.db, checkoutIdOf(payment), merchant.now());

/** Reads this many times at the jobs' interval; returns the addresses looked up, in order. */
async function read(times: number): Promise<string[]> {
  const first = server.requests.length;
  for (let n = 0; n < times; n++) {
    merchant.passTime(READ_EVERY_MS);
    await merchant.sync();
  }
  return server.requests.slice(first).flatMap((path) => HISTORY.exec(path)?.[1] ?? []);
}

async function views() {
  const rows = await merchant.base.db.select().from(paymentView);
  return new Map(rows.map(({ checkoutId, viewedAt }) => [checkoutId, viewedAt.getTime()]));
}

describe('the follower, with eight look-ups a minute', () => {
  it('a payment whose page is open in a browser is looked up before newer payments', async () => {
    const old = await create();
    const others = await createMany(30);
    await read(40);
    const newer = await createMany(10);
    await view(old);
    await node.sendTo(old.address, 100_000);
    const asked = await read(4);
    expect(asked.indexOf(old.address)).toBeLessThan(2);
    expect(asked).toHaveLength(4);
    expect(await merchant.payment(old.id)).toMatchObject({ status: 'detected' });
    // Half of the look-ups remain for payments without an open page.
    const unseen = [...newer, ...others].map(({ address }) => address);
    expect(asked.filter((address) => unseen.includes(address)).length).toBeGreaterThanOrEqual(2);
  });

  it('payments with open pages use at most half of the look-ups', async () => {
    const old = await create();
    await createMany(20);
    await read(25);
    const asked: string[] = [];
    for (let n = 0; n < 5; n++) {
      await view(old);
      asked.push(...(await read(4)));
    }
    expect(asked.length).toBeLessThanOrEqual(22);
    expect(asked.filter((address) => address === old.address).length).toBeLessThanOrEqual(11);
    expect(new Set(asked).size).toBeGreaterThanOrEqual(9);
  });

  it('after a customer views a payment’s page, the payment is looked up with priority until the view expires', async () => {
    const [old] = await createMany(3);
    if (!old) throw new Error('three were created');
    const ledger = createLedger(merchant.base.db);
    const viewed = async () =>
      (await ledger.open('regtest', merchant.now())).addresses.map((watched) => watched.viewed);
    expect(await viewed()).toEqual([false, false, false]);
    await view(old);
    const [first] = (await ledger.open('regtest', merchant.now())).addresses;
    expect(first).toMatchObject({ address: old.address, viewed: true });
    expect(await viewed()).toEqual([true, false, false]);
    merchant.passTime(PAGE_OPEN_AFTER_VIEW_MS);
    expect(await viewed()).toEqual([false, false, false]);
  });
});

describe('a view of a payment page', () => {
  it('views of a payment page are stored at most once per interval, whichever process records them', async () => {
    merchant.stopClock();
    const payment = await create();
    const id = checkoutIdOf(payment);
    await view(payment);
    const first = (await views()).get(id);
    merchant.passTime(VIEW_RECORD_INTERVAL_MS - 1_000);
    await view(payment);
    expect((await views()).get(id)).toBe(first);
    merchant.passTime(1_000);
    await view(payment);
    expect((await views()).get(id)).toBeGreaterThanOrEqual((first ?? 0) + VIEW_RECORD_INTERVAL_MS);
  });

  it('the record of a payment page’s view is deleted once the record has expired', async () => {
    const [one, two] = await createMany(2);
    if (!one || !two) throw new Error('two were created');
    await view(one);
    merchant.passTime(PAGE_OPEN_AFTER_VIEW_MS);
    await view(two);
    merchant.passTime(1_000);
    await pruneViews(merchant.base.db, merchant.now());
    expect([...(await views()).keys()]).toEqual([checkoutIdOf(two)]);
  });
});
