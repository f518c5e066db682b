import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { merchant as merchantTable } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { Currency } from '@/lib/domain/currency';
import type { Price } from '@/lib/domain/price';
import type { Rate } from '@/lib/domain/rate';
import { toSats } from '@/lib/domain/sats';
import { requestRates } from '@/lib/payments/confirmation-rate';
import { nextRateAt, storeConfirmationRates } from '@/lib/payments/store-confirmation-rates';
import { parsePriceSources, type RateSettings } from '@/lib/rates/rate-settings';
import { Rates } from '@/lib/rates/rates';
import { CHANGED_CHANNEL } from '@/lib/server/changes/notify-dashboards';
import { queueChange } from '@/lib/server/changes/queue-change';
import { createTestActor } from '@/test/support/actor';
import { createTestApi } from '@/test/support/api';
import { EURO_EXCHANGES, type Exchanges, startExchanges } from '@/test/support/exchanges';
import { openTestMerchant, type TestMerchant } from '@/test/support/test-merchant';
import { until } from '@/test/support/wait';

const EUR = 'EUR' as Currency;
const MINUTE_MS = 60_000;
const SETTINGS: RateSettings = {
  sources: 'fixed',
  ...{ oneSource: new Map(), fixed: new Map() },
  spreadPpm: 0,
  maxAgeMs: 5 * MINUTE_MS,
  maxDeviationPpm: 30_000,
  lastGoodMs: 60 * MINUTE_MS,
};

let merchant: TestMerchant;
/** The sandbox's current prices of one bitcoin, by currency. */
let fixed: Map<Currency, Rate>;
let rates: Rates;
beforeEach(async () => {
  merchant = await openTestMerchant(({ db }, clock) => createSandboxSource(db, clock));
  merchant.stopClock();
  await merchant.sync();
  fixed = new Map([[EUR, (50_000n * 10n ** 8n) as Rate]]);
  rates = ratesWith({ ...SETTINGS, fixed });
});
afterEach(() => merchant.close());

const ratesWith = (settings: RateSettings) =>
  new Rates({ db: merchant.base.db, settings, clock: merchant.now, onFault: () => {} });
const costs = (euros: bigint) => fixed.set(EUR, (euros * 10n ** 8n) as Rate);
const noteAll = (by = rates) => storeConfirmationRates(merchant.base.db, by, merchant.now());
const display = (currency: string | null) =>
  merchant.base.db
    .update(merchantTable)
    .set({ displayCurrency: currency as Currency | null })
    .where(eq(merchantTable.id, merchant.key.merchantId));
const noted = () =>
  merchant.base.db
    .select()
    .from(confirmationRate)
    .orderBy(asc(confirmationRate.paymentId), asc(confirmationRate.currency));

const priceIn = (currency: string): Price => ({
  ...{ amount: '50', currency: currency as Currency, rate: '50000', source: 'fixed' },
  ...{ quotedAt: merchant.now().toISOString(), spreadPpm: 0 },
});

async function sell(price: Price | null) {
  const terms = { amount: toSats(100_000), requiredConfirmations: 1, ...(price && { price }) };
  const { id, address } = await merchant.create(terms);
  await payAddress(merchant.base.db, { address, sats: toSats(100_000) }, merchant.now());
  await merchant.sync();
  await simulateMining(merchant.base.db, { blocks: 1 }, merchant.now());
  await merchant.sync();
  expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  return id;
}

describe('at a payment’s confirmation', () => {
  test('when a payment is confirmed, its price currency’s rate is stored once, without changing the payment’s terms', async () => {
    const id = await sell(priceIn('EUR'));
    const confirmedAt = merchant.now();
    expect(await noted()).toMatchObject([{ paymentId: id, wanted: true, rate: null, confirmedAt }]);
    expect(await nextRateAt(merchant.base.db)).toEqual(confirmedAt);
    costs(51_000n);
    expect(await noteAll()).toBe(1);
    const row = { wanted: false, rate: '51000', source: 'fixed', quotedAt: confirmedAt };
    expect(await noted()).toMatchObject([{ currency: 'EUR', ...row }]);
    costs(60_000n);
    expect([await noteAll(), await nextRateAt(merchant.base.db)]).toEqual([0, null]);
    expect(await noted()).toMatchObject([row]);
    expect((await merchant.payment(id)).price).toMatchObject({ rate: '50000' });
  });

  test('a payment that is confirmed again after a reorg keeps the rate of its first confirmation', async () => {
    const id = await sell(priceIn('EUR'));
    await noteAll();
    await reorg(merchant.base.db, { blocks: 1, remine: false }, merchant.now());
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
    costs(60_000n);
    merchant.passTime(MINUTE_MS);
    await simulateMining(merchant.base.db, { blocks: 1 }, merchant.now());
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
    expect(await noteAll()).toBe(0);
    expect(await noted()).toMatchObject([{ wanted: false, rate: '50000' }]);
  });

  test('a payment in satoshis gets a rate only if its merchant has a display currency', async () => {
    await sell(null);
    expect(await noted()).toEqual([]);
    await display('EUR');
    const id = await sell(null);
    expect(await noteAll()).toBe(1);
    expect(await noted()).toMatchObject([{ paymentId: id, currency: 'EUR', rate: '50000' }]);
  });

  test('a payment whose price is not in the display currency gets the rates of both currencies', async () => {
    await display('EUR');
    await sell(priceIn('USD'));
    expect((await noted()).map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    await merchant.base.db.delete(confirmationRate);
    await sell(priceIn('EUR'));
    expect((await noted()).map(({ currency }) => currency)).toEqual(['EUR']);
  });

  test('a payment priced in bitcoin gets no rate if the display currency is satoshis', async () => {
    await display('SATS');
    await sell(priceIn('BTC'));
    expect(await noted()).toEqual([]);
  });
});

describe('without a rate', () => {
  test('a missing confirmation rate is requested for at most ten minutes', async () => {
    await display('XAU');
    await sell(priceIn('CHF'));
    merchant.passTime(10 * MINUTE_MS);
    expect(await noteAll()).toBe(0);
    expect(await noted()).toMatchObject([{ wanted: true, rate: null }, { wanted: true }]);
    merchant.passTime(1);
    await noteAll();
    fixed.set('CHF' as Currency, 1n as Rate);
    expect([await noteAll(), await nextRateAt(merchant.base.db)]).toEqual([0, null]);
    expect(await noted()).toMatchObject([
      { wanted: false, rate: null },
      { wanted: false, rate: null },
    ]);
  });

  test('a confirmation over ten minutes old gets no rate, and the payment’s page is notified', async () => {
    const id = await sell(priceIn('EUR'));
    const { merchantId } = merchant.key;
    const changes: (string | undefined)[] = [];
    await merchant.base.database.listen(CHANGED_CHANNEL, (change) => changes.push(change));
    // This change is queued after the changes of the sale. When it arrives, they have all arrived
    // too.
    queueChange(merchant.base.db, merchantId, 'audit');
    await until('the sale is announced', () => changes.splice(0).includes(`${merchantId} audit`));
    merchant.passTime(11 * MINUTE_MS);
    expect(await noteAll()).toBe(0);
    expect(await noted()).toMatchObject([{ wanted: false, rate: null }]);
    await until('the page is notified', () => changes.includes(`${merchantId} payment ${id}`));
  });
});

describe('with exchange rates', () => {
  let exchanges: Exchanges;
  beforeEach(async () => {
    exchanges = await startExchanges();
  });
  afterEach(() => exchanges.close());

  const say = (price: number, at = merchant.now()) => {
    for (const name of EURO_EXCHANGES) exchanges.say(name, { price, at });
  };
  const asking = () => ratesWith({ ...SETTINGS, sources: parsePriceSources(exchanges.setting) });

  /** A sale on signet, whose rates come from exchanges. */
  async function sellOnSignet(price: Price | null) {
    const id = await sell(price);
    await merchant.base.db.update(payment).set({ network: 'signet' }).where(eq(payment.id, id));
  }

  test('payments that need no confirmation rate cause no request to an exchange', async () => {
    say(50_000);
    await sellOnSignet(null);
    await noteAll(asking());
    expect(exchanges.requests()).toBe(0);
  });

  test('the last known rate is not stored if it is much older than the confirmation', async () => {
    const own = asking();
    say(50_000);
    await own.rate(EUR, 'signet', merchant.now(), '');
    merchant.passTime(20 * MINUTE_MS);
    for (const name of EURO_EXCHANGES) exchanges.say(name, { reply: { status: 500 } });
    await sellOnSignet(priceIn('EUR'));
    expect(await noteAll(own)).toBe(0);
    expect(await noted()).toMatchObject([{ wanted: true, rate: null }]);
    merchant.passTime(MINUTE_MS);
    say(52_000);
    expect(await noteAll(own)).toBe(1);
    expect(await noted()).toMatchObject([
      { rate: '52000', source: EURO_EXCHANGES.toSorted().join() },
    ]);
  });

  test('if two processes store a confirmation rate concurrently, it is stored only once', async () => {
    say(50_000);
    await sellOnSignet(priceIn('EUR'));
    const written = await Promise.all([noteAll(asking()), noteAll(asking())]);
    expect(written.toSorted()).toEqual([0, 1]);
  });
});

test('the export and the payment’s page contain the confirmation rate, and events do not', async () => {
  await display('USD');
  fixed.set('USD' as Currency, (54_000n * 10n ** 8n) as Rate);
  const id = await sell(priceIn('EUR'));
  costs(51_000n);
  await noteAll();
  const as = await createTestActor(merchant.base.db, merchant.key.merchantId, 'viewer');
  const api = createTestApi(merchant.base, { BITCOIN_REGTEST: 'sandbox' });
  const detail = await api.call({ path: `/api/dashboard/payments/${id}`, as });
  expect(detail.json.confirmation_rates).toMatchObject([
    { currency: 'EUR', rate: '51000', source: 'fixed', wanted: false },
    { currency: 'USD', rate: '54000' },
  ]);
  const csv = await api.call({ path: '/api/dashboard/payments/export?format=csv', as });
  const [head = '', line = ''] = csv.text.split('\r\n');
  const start = head.split(',').indexOf('rate_at_confirmation');
  const quotedAt = merchant.now().toISOString();
  expect(line.split(',').slice(start, start + 4)).toEqual([
    '"51000"',
    '"EUR"',
    '"fixed"',
    `"${quotedAt}"`,
  ]);
  for (const { body } of await merchant.events(id)) expect(body).not.toContain('51000');
});

test('a confirmation rate that is requested twice is stored once', async () => {
  const id = await sell(priceIn('EUR'));
  await requestRates(merchant.base.db, [id, id], merchant.now());
  expect(await noted()).toHaveLength(1);
});
