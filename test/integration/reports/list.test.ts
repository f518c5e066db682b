import { expect, test } from 'vitest';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { delivery } from '@/db/schema/webhooks';
import { changeMerchantSetting } from '@/lib/accounts/change-merchant-setting';
import type { Currency } from '@/lib/domain/currency';
import { PAYMENT_STATUSES } from '@/lib/domain/payment';
import type { PaymentFilter } from '@/lib/payments/views/payment-filter';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { sumPayments } from '@/lib/payments/views/sum-payments';
import { createTestActor } from '@/test/support/actor';
import { openApiTour } from '@/test/support/api-tour';
import { callOperationsSuccessfully } from '@/test/support/api-tour-successes';
import { createTestKey } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { seededRandom } from '@/test/support/random';
import {
  type PaymentHistory,
  randomPaymentHistory,
  storePaymentHistories,
} from '@/test/support/random-lives';

const tour = await openForTestFile(openApiTour());
const { db } = tour.base;
const FROM = Date.parse('2026-01-01T00:00:00Z');
const TO = Date.parse('2026-02-01T00:00:00Z');
const NOW = new Date('2026-06-01T00:00:00Z');

/** The received cents of a euro; undefined without a price or a rate. */
function centsOf({ received, price, asked, rate }: PaymentHistory): number | undefined {
  if (price?.currency === 'EUR') {
    return Math.round((received * Math.round(Number(price.amount) * 100)) / asked);
  }
  return rate === null ? undefined : Math.round((received * Number(rate)) / 1e6);
}

test('the sums by status equal the sums over the payments that match the list’s filters', async () => {
  const key = await createTestKey(db);
  const owner = await createTestActor(db, key.merchantId, 'owner');
  await changeMerchantSetting(db, owner, 'displayCurrency', 'EUR' as Currency, NOW);
  const random = seededRandom('list sums');
  const lives = Array.from({ length: 300 }, () => randomPaymentHistory(random, FROM, TO));
  await storePaymentHistories(db, key, lives);
  const middle = new Date((FROM + TO) / 2);
  const filters: [PaymentFilter, (life: PaymentHistory) => boolean][] = [
    [{}, () => true],
    [
      { flags: ['late', 'overpaid'] },
      ({ flags }) => flags.some((one) => /late|overpaid/.test(one)),
    ],
    [
      { confirmedFrom: middle },
      ({ status, confirmedAt }) => status === 'confirmed' && Number(confirmedAt) >= +middle,
    ],
    [
      { confirmedBefore: middle },
      ({ status, confirmedAt }) => status === 'confirmed' && Number(confirmedAt) < +middle,
    ],
  ];
  for (const [filter, matches] of filters) {
    const matching = lives.filter(matches);
    const { total } = await searchPayments(db, owner, filter, { limit: 1, offset: 0 });
    expect(total).toBe(matching.length);
    const { sums, currency } = await sumPayments(db, owner, filter);
    expect(currency).toBe('EUR');
    const expected = PAYMENT_STATUSES.flatMap((status) => {
      const of = matching.filter((life) => life.status === status);
      const cents = of.map(centsOf);
      const without = of.filter((life, nth) => life.received > 0 && cents[nth] === undefined);
      const receivedSats = of.reduce((sum, life) => sum + life.received, 0);
      const amount = (cents.reduce<number>((sum, one) => sum + (one ?? 0), 0) / 100).toFixed(2);
      const row = { network: 'regtest', status, payments: of.length, receivedSats, amount };
      return of.length > 0 ? [{ ...row, withoutRate: without.length }] : [];
    });
    const byStatus = (a: { status: string }, b: { status: string }) =>
      a.status < b.status ? -1 : 1;
    expect([...sums].sort(byStatus)).toEqual([...expected].sort(byStatus));
  }
});

test('the list can be filtered by the webhook endpoint that received a payment’s events', async () => {
  await callOperationsSuccessfully(tour);
  const owner = await createTestActor(db, tour.key.merchantId, 'owner');
  const endpoints = await db.select().from(webhookEndpoint);
  expect(endpoints.length).toBeGreaterThan(0);
  const sent = await db.select().from(delivery);
  for (const { id, url } of endpoints) {
    const { payments } = await searchPayments(
      db,
      owner,
      { endpointId: id },
      { limit: 100, offset: 0 },
    );
    const expected = sent.filter((one) => one.url === url).map(({ paymentId }) => paymentId);
    expect(payments.map(({ row }) => row.id).sort()).toEqual([...new Set(expected)].sort());
  }
});
