import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { toSats } from '@/lib/domain/sats';
import { ensureFollowUp, ensureFollowUpForCustomer } from '@/lib/payments/ensure-follow-up';
import { findPublicPayments } from '@/lib/payments/public-payment';
import { createTestApi } from '@/test/support/api';
import { createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openSandboxShop } from '@/test/support/sandbox-shop';

const shop = await openSandboxShop();
await openForTestFile(Promise.resolve(shop));
const { base, key, deps, member, now } = shop;
const api = createTestApi(base, { BITCOIN_REGTEST: 'sandbox' }, undefined, now);
const call = createPluginSender(api, key.apiKey);
await base.db.update(apiKey).set({ allowFollowUps: true }).where(eq(apiKey.id, key.id));

async function createInvoice(): Promise<string> {
  const body = { amount: 50_000, currency: 'SATS', checkout: { expirationMinutes: 60 } };
  return (await call('POST', `stores/${key.id}/invoices`, { body })).json.id;
}

const rowOf = async (id: string) =>
  (await base.db.select().from(payment).where(eq(payment.id, id)))[0];
const checkoutOf = async (id: string) => (await rowOf(id))?.checkoutId ?? '';
const pageOf = async (id: string) =>
  (await findPublicPayments(base.db, [await checkoutOf(id)]))[0]?.allowsFollowUps;
const detailOf = async (id: string) =>
  (await api.call({ path: `/api/dashboard/payments/${id}`, as: member })).json;

async function expired() {
  const invoice = await createInvoice();
  const plain = await shop.create();
  await shop.pay(invoice, toSats(20_000));
  await shop.mine(invoice);
  await shop.expire();
  return { invoice, plain };
}

test('an invoice’s payment has no follow-up, since the shop plugin would not learn about it', async () => {
  const { invoice, plain } = await expired();
  const refusal = { code: 'payment_not_due', detail: expect.stringContaining('order again') };
  await expect(ensureFollowUp(deps, member, invoice, now())).rejects.toMatchObject(refusal);
  const customer = { ...deps, countPayment: async () => {} };
  const byCustomer = ensureFollowUpForCustomer(customer, await checkoutOf(invoice), now());
  await expect(byCustomer).rejects.toMatchObject(refusal);
  expect(await base.db.$count(payment, eq(payment.followsPaymentId, invoice))).toBe(0);
  expect((await ensureFollowUp(deps, member, plain, now())).row.followsPaymentId).toBe(plain);
});

test('the payment page and the dashboard offer no follow-up for the payment of an invoice', async () => {
  const { invoice, plain } = await expired();
  expect([await pageOf(invoice), await pageOf(plain)]).toEqual([false, true]);
  const [ofInvoice, ofPlain] = [await detailOf(invoice), await detailOf(plain)];
  expect([ofInvoice.allows_follow_ups, ofPlain.allows_follow_ups]).toEqual([false, true]);
  expect(Object.keys(ofInvoice.payment)).toEqual(Object.keys(ofPlain.payment));
  const { json: home } = await api.call({ path: '/api/dashboard/home', as: member });
  const decisions = home.inbox.decisions as { payment: { id: string } }[];
  expect(decisions.find((one) => one.payment.id === invoice)).toMatchObject({
    reasons: ['underpaid'],
    allows_follow_ups: false,
  });
});
