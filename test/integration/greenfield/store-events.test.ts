import { describe, expect, it } from 'vitest';
import { toSats } from '@/lib/domain/sats';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { openStoreShop, STORE_TERMS } from '@/test/support/store-shop';

const shop = await openForTestFile(openStoreShop());
const webhook = await shop.addWebhook();

const PAID = [
  'InvoiceCreated',
  'InvoiceReceivedPayment',
  'InvoiceProcessing',
  'InvoicePaymentSettled',
  'InvoiceSettled',
];
const PART = toSats(20_000);

async function paidInvoice() {
  const id = await shop.create();
  await shop.pay(id);
  await shop.mine(id, 2);
  return id;
}

describe('the webhooks of an invoice', () => {
  it('an invoice’s webhooks report each change of a payment once and in order', async () => {
    const id = await shop.create({}, { orderId: '1042', nested: { a: [1, null] } });
    expect(await shop.types(id)).toEqual(PAID.slice(0, 1));
    await shop.pay(id);
    expect(await shop.types(id)).toEqual(PAID.slice(0, 3));
    await shop.mine(id);
    expect(await shop.types(id)).toEqual(PAID.slice(0, 3));
    await shop.mine(id);
    expect(await shop.types(id)).toEqual(PAID);
    await shop.mine(id, 3);
    await shop.sync();
    const all = await shop.received(id);
    expect(all.map(({ type }) => type)).toEqual(PAID);
    const { txid, address } = await shop.payment(id);
    for (const event of all) {
      expect(event).toMatchObject({
        webhookId: webhook.id,
        storeId: shop.key.id,
        invoiceId: id,
        isRedelivery: false,
        originalDeliveryId: event.deliveryId,
        metadata: { orderId: '1042', nested: { a: [1, null] } },
      });
    }
    expect(new Set(all.map(({ deliveryId }) => deliveryId)).size).toBe(PAID.length);
    const outputId = expect.stringMatching(new RegExp(`^${txid}-\\d+$`));
    const payment = { id: outputId, value: '0.0005', destination: address, fee: '0' };
    const seen = { afterExpiration: false, paymentMethodId: 'BTC-CHAIN' };
    expect(all[1]).toMatchObject({ ...seen, payment: { ...payment, status: 'Processing' } });
    expect(all[2]).toMatchObject({ overPaid: false });
    expect(all[3]).toMatchObject({ ...seen, payment: { ...payment, status: 'Settled' } });
    expect(all[4]).toMatchObject({ overPaid: false, manuallyMarked: false });
  });

  it('an invoice’s webhooks report every status, even if the payment is first seen fully confirmed', async () => {
    const id = await shop.create({ requiredConfirmations: 1 });
    await shop.pay(id);
    await shop.mine(id);
    expect(await shop.types(id)).toEqual(PAID);
  });

  it('an invoice’s webhooks report each partial payment, and Processing once the amount is covered', async () => {
    const id = await shop.create();
    await shop.pay(id, PART);
    expect(await shop.types(id)).toEqual(['InvoiceCreated', 'InvoiceReceivedPayment']);
    await shop.mine(id, 2);
    expect((await shop.types(id)).at(-1)).toBe('InvoicePaymentSettled');
    await shop.pay(id, toSats(STORE_TERMS.amount - PART));
    await shop.mine(id, 2);
    expect(await shop.types(id)).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoicePaymentSettled',
      'InvoiceReceivedPayment',
      'InvoiceProcessing',
      'InvoicePaymentSettled',
      'InvoiceSettled',
    ]);
  });

  it('an invoice’s webhooks report an overpayment', async () => {
    const id = await shop.create();
    await shop.pay(id, toSats(STORE_TERMS.amount + 1));
    await shop.mine(id, 2);
    const all = await shop.received(id);
    expect(all.filter(({ overPaid }) => overPaid).map(({ type }) => type)).toEqual([
      'InvoiceProcessing',
      'InvoiceSettled',
    ]);
  });

  it('an invoice’s webhooks report an expiry without money, then late money, and never Settled', async () => {
    const id = await shop.create();
    await shop.expire();
    const [, expired] = await shop.received(id);
    expect(expired).toMatchObject({ type: 'InvoiceExpired', partiallyPaid: false });
    await shop.pay(id);
    const received = (await shop.received(id)).at(-1);
    expect(received).toMatchObject({ type: 'InvoiceReceivedPayment', afterExpiration: true });
    await shop.mine(id, 2);
    expect((await shop.types(id)).slice(2)).toEqual([
      'InvoiceReceivedPayment',
      'InvoicePaymentSettled',
      'InvoicePaidAfterExpiration',
    ]);
  });

  it('an invoice’s webhooks report an expiry after a partial payment, and later the part’s confirmation', async () => {
    const id = await shop.create();
    await shop.pay(id, PART);
    await shop.expire();
    await shop.mine(id, 2);
    const all = await shop.received(id);
    expect(all.map(({ type }) => type)).toEqual([
      'InvoiceCreated',
      'InvoiceReceivedPayment',
      'InvoiceExpired',
      'InvoiceExpiredPaidPartial',
      'InvoicePaymentSettled',
    ]);
    expect(all[2]).toMatchObject({ partiallyPaid: true });
  });

  it('an invoice’s webhooks report Invalid if the payment was double-spent and the invoice then expires', async () => {
    const id = await shop.create();
    await shop.pay(id);
    await shop.takeBack(id);
    expect(await shop.types(id)).toEqual(PAID.slice(0, 3));
    await shop.expire();
    const all = await shop.received(id);
    expect(all.slice(3)).toEqual([
      expect.objectContaining({ type: 'InvoiceInvalid', manuallyMarked: false }),
    ]);
  });

  it('an invoice’s webhooks report the received payment again if its transaction vanishes and returns', async () => {
    const id = await shop.create({ expiresInSeconds: 86_400 });
    await shop.pay(id);
    expect(await shop.types(id)).toEqual(PAID.slice(0, 3));
    await shop.vanish(id);
    expect((await shop.payment(id)).status).toBe('pending');
    expect(await shop.types(id)).toEqual(PAID.slice(0, 3));
    await shop.comeBack(id);
    expect((await shop.payment(id)).status).toBe('detected');
    await shop.mine(id, 2);
    expect(await shop.types(id)).toEqual([...PAID.slice(0, 3), ...PAID.slice(1)]);
  });

  it('an invoice’s webhooks repeat no event after a reorg that removes confirmations', async () => {
    const id = await paidInvoice();
    await shop.reorg(id, 2);
    expect((await shop.payment(id)).status).toBe('detected');
    await shop.mine(id, 2);
    expect((await shop.payment(id)).status).toBe('confirmed');
    expect(await shop.types(id)).toEqual(PAID);
  });

  it('an invoice’s webhooks report a cancellation as Expired', async () => {
    const id = await shop.create();
    await shop.cancel(id);
    expect(await shop.types(id)).toEqual(['InvoiceCreated', 'InvoiceExpired']);
  });

  it('webhooks for a manually set status contain manuallyMarked, and InvoiceExpired is not sent later', async () => {
    const id = await shop.create();
    await shop.mark(id, 'Settled');
    await shop.mark(id, 'Invalid');
    await shop.expire();
    const all = await shop.received(id);
    expect(all.slice(1)).toEqual([
      expect.objectContaining({ type: 'InvoiceSettled', manuallyMarked: true, overPaid: false }),
      expect.objectContaining({ type: 'InvoiceInvalid', manuallyMarked: true }),
    ]);
  });
});

describe('a payment without an invoice', () => {
  it('a payment without an invoice sends no webhook in BTCPay’s format', async () => {
    const before = shop.receiver.requests.length;
    const { id } = await shop.createPlain();
    await shop.cancel(id);
    await shop.dispatch();
    expect(shop.receiver.requests).toHaveLength(before);
  });
});
