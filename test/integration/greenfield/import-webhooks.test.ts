import { expect, test } from 'vitest';
import { greenfieldWebhook } from '@/db/schema/greenfield';
import { openImportMerchant } from '@/test/support/import-merchant';

const HOOK = {
  id: 'WpvRD7vqYgfHUq7H1Zc5Wj',
  enabled: true,
  automaticRedelivery: true,
  url: 'https://shop.example/btcpay',
  authorizedEvents: { everything: false, specificEvents: ['InvoiceSettled'] },
};

test('each webhook is imported once, as a disabled webhook with a new secret', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.webhooks = [HOOK, { ...HOOK, url: 'ftp://shop.example/' }];
  expect(await shop.preview()).toMatchObject({
    webhooks: [{ url: HOOK.url, secret: null }],
    refusedUrls: ['ftp://shop.example/'],
  });
  const { webhooks } = await shop.import();
  expect(webhooks).toEqual([{ url: HOOK.url, secret: expect.stringMatching(/^\w{32}$/) }]);
  expect(await shop.db.select().from(greenfieldWebhook)).toMatchObject([
    { url: HOOK.url, enabled: false, everything: false, specificEvents: ['InvoiceSettled'] },
  ]);
  expect((await shop.import()).webhooks).toEqual([]);
});

test('an imported webhook gets the events after the import, and none that BTCPay has already sent', async () => {
  await using shop = await openImportMerchant();
  const { txid } = await shop.pay(shop.addressAt(1), 10_000);
  const [block] = await shop.mine();
  await shop.sync();
  const part = { txid, vout: 0, value: '0.0001', status: 'Processing', block } as const;
  const slow = { checkout: { speedPolicy: 'LowMediumSpeed' }, status: 'New' } as const;
  const partial = { additionalStatus: 'PaidPartial', payments: [part], ...slow };
  shop.btcpay.store.webhooks = [{ ...HOOK, authorizedEvents: { everything: true } }];
  shop.btcpay.store.invoices = [{ id: 'part', index: 1, ...partial }];
  await shop.import();
  await shop.db.update(greenfieldWebhook).set({ enabled: true });
  expect(await shop.storeEvents()).toEqual([]);
  await shop.mine();
  await shop.sync();
  expect(await shop.storeEvents()).toEqual(['InvoicePaymentSettled']);
  await shop.pay(shop.addressAt(1), 20_000);
  await shop.mine(2);
  await shop.sync();
  expect(await shop.storeEvents()).toEqual([
    'InvoicePaymentSettled',
    'InvoiceReceivedPayment',
    'InvoiceProcessing',
    'InvoicePaymentSettled',
    'InvoiceSettled',
  ]);
});
