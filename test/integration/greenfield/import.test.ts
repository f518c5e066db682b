import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { apiKey, merchant, wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { BTCPAY_KEY, STORE_ID } from '@/test/support/btcpay-server';
import { openImportMerchant } from '@/test/support/import-merchant';

const EXPIRED = { ageSeconds: 7_200, lifeSeconds: 900 } as const;
const OPEN = { status: 'New', ageSeconds: 60 } as const;

/** A paid invoice that BTCPay has settled, in a block that this server has read. */
async function settledInvoice(
  shop: Awaited<ReturnType<typeof openImportMerchant>>,
  id: string,
  index: number,
) {
  const { txid } = await shop.pay(shop.addressAt(index));
  const [block] = await shop.mine();
  await shop.sync();
  const payments = [{ txid, vout: 0, value: '0.00030000', ageSeconds: 7_000, block }];
  return { id, index, ...EXPIRED, status: 'Settled', payments } as const;
}

describe('an import from BTCPay Server', () => {
  test('an import creates an API key with the wallet, name and currency of the store', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.issued = 12;
    const { plan, apiKeyId, secrets } = await shop.import();
    const [key] = await shop.db.select().from(apiKey);
    const [own] = await shop.db.select().from(wallet);
    const [of] = await shop.db.select().from(merchant);
    expect(key).toMatchObject({ id: apiKeyId, name: 'Corner bookshop', network: 'regtest' });
    expect(secrets?.apiKey).toMatch(/^btly_reg_/);
    expect(own?.descriptor).toContain(shop.descriptor);
    expect(own?.nextIndex).toBe(plan.nextIndex);
    // The address that BTCPay reserved for the import has index 12.
    expect(plan.nextIndex).toBe(113);
    expect(of?.displayCurrency).toBe('EUR');
  });

  test('an imported open invoice can be paid at its own address, and sends its events', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.invoices = [{ id: 'open', index: 3, ...OPEN }];
    await shop.import();
    const before = await shop.paymentOf('open');
    expect(before.payment).toMatchObject({
      status: 'pending',
      address: shop.addressAt(3),
      derivationIndex: 3,
      amountSats: 30_000,
      requiredConfirmations: 1,
      price: { amount: '30.00', currency: 'EUR', rate: '100000.00', source: 'btcpay' },
    });
    expect(before.invoice.metadata).toEqual({ orderId: 'order-open', btcpayInvoiceId: 'open' });
    await shop.pay(shop.addressAt(3));
    await shop.sync();
    expect((await shop.paymentOf('open')).payment.status).toBe('detected');
    await shop.mine();
    await shop.sync();
    expect((await shop.paymentOf('open')).payment).toMatchObject({
      status: 'confirmed',
      flags: [],
      receivedSats: 30_000,
    });
    expect(await shop.events()).toEqual(['payment.detected', 'payment.confirmed']);
  });

  test('late money for an imported expired invoice is detected and flagged late', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.invoices = [{ id: 'gone', index: 4, ...EXPIRED, status: 'Expired' }];
    await shop.import();
    expect((await shop.paymentOf('gone')).payment.status).toBe('expired');
    await shop.pay(shop.addressAt(4));
    await shop.mine();
    await shop.sync();
    expect((await shop.paymentOf('gone')).payment).toMatchObject({
      status: 'confirmed',
      flags: ['late'],
    });
  });

  test('an imported settled invoice has its times, money and rate, and sends no event', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.invoices = [await settledInvoice(shop, 'paid', 5)];
    await shop.import();
    const { payment: row, invoice } = await shop.paymentOf('paid');
    expect(row).toMatchObject({ status: 'confirmed', receivedSats: 30_000, flags: [] });
    expect(Date.now() - Number(row.confirmedAt)).toBeGreaterThan(6_990_000);
    expect(invoice).toMatchObject({ mark: null, told: { status: 'Settled' } });
    expect(await shop.db.select().from(confirmationRate)).toMatchObject([
      { paymentId: row.id, rate: '100000.00', source: 'btcpay', wanted: false },
    ]);
    await shop.mine(3);
    await shop.sync();
    expect(await shop.events()).toEqual([]);
  });

  test('an imported settled invoice that is paid a second time is overpaid and stays settled', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.invoices = [await settledInvoice(shop, 'twice', 6)];
    await shop.import();
    await shop.pay(shop.addressAt(6), 1_000);
    await shop.mine();
    await shop.sync();
    expect((await shop.paymentOf('twice')).payment).toMatchObject({
      status: 'confirmed',
      flags: ['overpaid'],
      receivedSats: 31_000,
    });
  });

  test('an imported invoice with unconfirmed money sends no event when it is detected, and one when it is confirmed', async () => {
    await using shop = await openImportMerchant();
    const { txid } = await shop.pay(shop.addressAt(7));
    await shop.sync();
    const payments = [{ txid, vout: 0, value: '0.0003', status: 'Processing' }] as const;
    shop.btcpay.store.invoices = [
      { id: 'seen', index: 7, ...OPEN, status: 'Processing', payments },
    ];
    await shop.import();
    await shop.sync();
    expect((await shop.paymentOf('seen')).payment).toMatchObject({ status: 'detected', txid });
    expect(await shop.events()).toEqual([]);
    await shop.mine();
    await shop.sync();
    expect((await shop.paymentOf('seen')).payment.status).toBe('confirmed');
  });

  test('if an imported invoice has money in a block but is not settled, the next block confirms it', async () => {
    await using shop = await openImportMerchant();
    const settled = await settledInvoice(shop, 'block', 8);
    shop.btcpay.store.invoices = [{ ...settled, ...OPEN, status: 'Processing' }];
    await shop.import();
    expect((await shop.paymentOf('block')).payment.status).toBe('detected');
    await shop.mine();
    await shop.sync();
    expect((await shop.paymentOf('block')).payment.status).toBe('confirmed');
  });

  test('an imported output is not confirmed if the block that BTCPay reports does not contain it', async () => {
    await using shop = await openImportMerchant();
    const [block] = await shop.mine();
    await shop.sync();
    const payments = [{ txid: 'ab'.repeat(32), vout: 0, value: '0.0003', block }];
    shop.btcpay.store.invoices = [
      { id: 'false', index: 9, ...OPEN, status: 'Processing', payments },
    ];
    await shop.import();
    await shop.mine(2);
    await shop.sync();
    const { payment: row } = await shop.paymentOf('false');
    expect(row.status).toBe('detected');
    expect(row.coveredHeight).toBeNull();
  });

  test('if a block arrives during an import, the import requests the invoices from BTCPay again', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.invoices = [{ id: 'race', index: 2, ...OPEN }];
    shop.btcpay.before(/wallet\/address/, async () => {
      const { txid } = await shop.pay(shop.addressAt(2));
      const [block] = await shop.mine();
      await shop.sync();
      const payments = [{ txid, vout: 0, value: '0.0003', block }];
      shop.btcpay.store.invoices = [
        { id: 'race', index: 2, ...OPEN, status: 'Processing', payments },
      ];
    });
    await shop.import();
    await shop.mine();
    await shop.sync();
    expect((await shop.paymentOf('race')).payment).toMatchObject({
      status: 'confirmed',
      flags: [],
    });
  });

  test('an imported invoice keeps its manual status, or becomes manually settled if it was paid over Lightning', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.invoices = [
      { id: 'lightning', index: 10, ...EXPIRED, status: 'Settled' },
      { id: 'invalid', index: 11, ...EXPIRED, status: 'Invalid', additionalStatus: 'Marked' },
    ];
    await shop.import();
    const lightning = await shop.paymentOf('lightning');
    expect([lightning.payment.status, lightning.invoice.mark]).toEqual(['expired', 'Settled']);
    const invalid = await shop.paymentOf('invalid');
    expect([invalid.payment.status, invalid.invoice.mark]).toEqual(['expired', 'Invalid']);
  });

  test('a second import adds new invoices, and imports no invoice twice', async () => {
    await using shop = await openImportMerchant();
    shop.btcpay.store.invoices = [{ id: 'one', index: 1, ...OPEN }];
    const first = await shop.import();
    shop.btcpay.store.invoices.push({ id: 'two', index: 2, ...OPEN });
    const second = await shop.import();
    expect([first.imported, second.imported, second.known]).toEqual([1, 1, 1]);
    expect(second).toMatchObject({ apiKeyId: first.apiKeyId, secrets: null });
    expect(await shop.db.$count(payment)).toBe(2);
    expect(await shop.db.$count(apiKey)).toBe(1);
  });
});

test('a dry run of an import changes nothing, and reports what would change', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.issued = 3;
  shop.btcpay.store.invoices = [
    { id: 'open', index: 1, ...OPEN },
    { id: 'lightning-only', ...OPEN },
  ];
  const shown = await shop.preview();
  expect(shown).toMatchObject({ imported: 1, known: 0, apiKeyId: null, secrets: null });
  expect(shop.btcpay.requests.some((request) => request.includes('forceGenerate=true'))).toBe(
    false,
  );
  expect(await shop.db.$count(apiKey)).toBe(0);
  expect(await shop.db.$count(payment)).toBe(0);
  const done = await shop.import();
  expect(done.imported).toBe(1);
  expect(done.plan.facts).toEqual(shown.plan.facts);
  expect((await shop.preview()).known).toBe(1);
  const [row] = await shop.db.select().from(wallet).where(eq(wallet.id, wallet.id));
  expect(row?.nextIndex).toBe(done.plan.nextIndex);
});

test('the import command prints the planned import, and then the result', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.invoices = [{ id: 'open', index: 1, ...OPEN }];
  const run = (...more: string[]) =>
    shop.admin(
      ...['btcpay', 'import', '--url', shop.btcpay.url, '--key', BTCPAY_KEY, '--store', STORE_ID],
      ...['--network', 'regtest', ...more],
    );
  const shown = await run('--dry-run');
  expect(shown).toMatchObject({
    dry_run: true,
    key_id: null,
    invoices: { found: 1, new: 1, imported: 1, known: 0, without_address: 0 },
  });
  expect(shown.first_addresses[0]).toBe(shop.addressAt(0));
  expect(await run()).toMatchObject({
    dry_run: false,
    key_id: expect.stringMatching(/^key_/),
    api_key: expect.stringMatching(/^btly_reg_/),
    merchant_id: shop.merchantId,
    currency: 'EUR',
  });
  expect((await run('--days', '0')).error).toMatchObject({ code: 'usage' });
});
