import { expect, test } from 'vitest';
import { openImportMerchant } from '@/test/support/import-merchant';

const OPEN = { status: 'New', ageSeconds: 60 } as const;

test('an address that BTCPay has issued is never issued again', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.issued = 40;
  shop.btcpay.store.invoices = [
    { id: 'last', index: 39, ...OPEN },
    // BTCPay created this address after the import had begun.
    { id: 'beyond', index: 150, ...OPEN },
    { id: 'far', index: 252, ...OPEN },
  ];
  await shop.import();
  const created = await shop.create();
  expect(created.derivationIndex).toBe(353);
  const issued = Array.from({ length: 253 }, (_, index) => shop.addressAt(index));
  expect(issued).not.toContain(created.address);
});

test('addresses of the store’s earlier wallets are followed too', async () => {
  await using shop = await openImportMerchant();
  const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
  shop.btcpay.store.invoices = [{ id: 'old', index: 3, address, ...OPEN }];
  await shop.import();
  const { payment: row } = await shop.paymentOf('old');
  expect(row).toMatchObject({ address, walletId: null, derivationIndex: null });
  await shop.pay(address);
  await shop.sync();
  expect((await shop.paymentOf('old')).payment.status).toBe('detected');
});

test('all pages of BTCPay’s invoices are read, including archived invoices', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.invoices = Array.from({ length: 250 }, (_, index) => ({
    id: `n${index}`,
    index,
    status: 'Expired',
    ageSeconds: 7_200 + index,
    archived: index % 2 === 0,
  }));
  const { imported, plan } = await shop.import();
  expect(imported).toBe(250);
  // 250 invoices in 30 days are 59 a week, which is less than the minimum margin of 100 addresses.
  expect(plan.nextIndex).toBe(350);
});

test('an import reserves enough addresses for BTCPay to serve a busy store for another week', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.invoices = Array.from({ length: 600 }, (_, index) => ({
    id: `n${index}`,
    index,
    status: 'Expired',
    ageSeconds: 7_200 + index,
  }));
  expect((await shop.preview()).plan.nextIndex).toBe(600 + 140);
});
