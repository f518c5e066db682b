import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { apiKey, wallet } from '@/db/schema/accounts';
import { greenfieldInvoice, greenfieldWebhook } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { openImportMerchant } from '@/test/support/import-merchant';

const WEBHOOK = {
  url: 'https://shop.example/hook',
  enabled: true,
  authorizedEvents: { everything: true },
};

const invoices = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...({ id: `inv${n}`, index: n, status: 'New', ageSeconds: 60 } as const),
  }));

const countsOf = async ({ db }: Awaited<ReturnType<typeof openImportMerchant>>) =>
  Promise.all([apiKey, payment, greenfieldInvoice, greenfieldWebhook].map((one) => db.$count(one)));

test('an import that was interrupted is completed by the next import, without duplicates', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.invoices = invoices(620);
  shop.btcpay.store.webhooks = [WEBHOOK];
  // Imitates a crash within the second part of the import.
  await shop.db.execute(sql`
    create function cut_off() returns trigger language plpgsql as $$ begin
      if (select count(*) from greenfield_invoice) > 500 then raise 'cut off'; end if;
      return null;
    end $$`);
  await shop.db.execute(sql`
    create trigger cut_off after insert on greenfield_invoice execute function cut_off()`);
  await expect(shop.import()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('cut off') },
  });
  expect(await countsOf(shop)).toEqual([1, 500, 500, 0]);
  const [reserved] = await shop.db.select().from(wallet);
  expect(reserved?.nextIndex).toBeGreaterThan(620);
  await shop.db.execute(sql`drop trigger cut_off on greenfield_invoice`);
  expect(await shop.import()).toMatchObject({ imported: 120, known: 500 });
  expect(await countsOf(shop)).toEqual([1, 620, 620, 1]);
});

test('two concurrent imports of a store create one key and no duplicates', async () => {
  await using shop = await openImportMerchant();
  shop.btcpay.store.invoices = invoices(12);
  shop.btcpay.store.webhooks = [WEBHOOK];
  const reports = await Promise.all([shop.import(), shop.import(), shop.import()]);
  expect(new Set(reports.map(({ apiKeyId }) => apiKeyId)).size).toBe(1);
  expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(12);
  expect(reports.filter(({ secrets }) => secrets)).toHaveLength(1);
  expect(reports.flatMap(({ webhooks }) => webhooks)).toHaveLength(1);
  expect(await countsOf(shop)).toEqual([1, 12, 12, 1]);
});
