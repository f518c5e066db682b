import { eq } from 'drizzle-orm';
import { apiRequest } from '@/db/schema/request-log';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { until } from '@/test/support/wait';
import { axeFaults } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';

interface Refused {
  readonly code: string;
  readonly request_id: string;
}

const newKey = ({ base, key }: BrowserMerchant, name: string) =>
  createTestKey(base.db, { merchantId: key.merchantId, name });

/** Creates a payment, then requests one that does not exist. Both requests are in the log. */
async function askTwice({ app, base }: BrowserMerchant, key: TestKey): Promise<Refused> {
  const headers = { authorization: `Bearer ${key.apiKey}`, 'content-type': 'application/json' };
  const created = await fetch(`${app.url}/v1/btc/payments`, {
    method: 'POST',
    headers: { ...headers, 'idempotency-key': 'order-1' },
    body: JSON.stringify({ amount_sats: 1_000 }),
  });
  expect(created.status).toBe(201);
  const unknown = `${app.url}/v1/btc/payments/pay_0000000000000000000000`;
  const refused: Refused = await (await fetch(unknown, { headers })).json();
  const written = () => base.db.$count(apiRequest, eq(apiRequest.apiKeyId, key.id));
  await until('both are written', async () => (await written()) === 2);
  return refused;
}

test('a viewer finds a request by the id of its error, whichever key it used', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await newKey(merchant, 'Searched');
  const { code, request_id: id } = await askTwice(merchant, key);
  await signIn('viewer');
  await page.goto('/dashboard/keys');
  await page.getByLabel('Request id').fill(` ${id} `);
  const found = page.getByRole('region', { name: 'Request' });
  await expect(found).toContainText('404');
  await expect(found).toContainText('GET /v1/btc/payments/pay_0000000000000000000000');
  expect(await axeFaults(page)).toEqual([]);

  await found.getByRole('link', { name: 'Searched' }).click();
  await expect(page.getByRole('heading', { name: 'Searched' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Requests', selected: true })).toBeVisible();
  await expect(found).toContainText(id);
  await expect(found.getByRole('link', { name: 'Searched' })).toHaveCount(0);
  expect(await axeFaults(page)).toEqual([]);
  await found.getByRole('link', { name: code }).click();
  await expect(page).toHaveURL(`/docs/errors/${code}`);
});

test('a key’s requests are filtered by status class, and a row opens its request', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await newKey(merchant, 'Listed');
  await askTwice(merchant, key);
  await signIn();
  await page.goto(`/dashboard/keys/${key.id}`);
  await page.getByRole('tab', { name: 'Requests' }).click();
  const table = page.getByRole('table', { name: 'Requests' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('payment_not_found');
  await expect(rows.nth(2)).toContainText('POST /v1/btc/payments');
  await page.getByText('5xx').click();
  await expect(page.getByText('No 5xx requests in the last 7 days.')).toBeVisible();
  await page.getByText('2xx').click();
  await expect(rows).toHaveCount(2);
  await table.getByRole('link', { name: 'POST /v1/btc/payments' }).click();
  const found = page.getByRole('region', { name: 'Request' });
  await expect(found).toContainText('201');
  await expect(found).toContainText('Idempotency-KeySent');
  await page.goBack();
  await expect(rows).toHaveCount(2);
});

test('a request of another merchant is not found', async ({ page, merchant, signIn }) => {
  const { request_id: id } = await askTwice(merchant, await newKey(merchant, 'Hidden'));
  const stranger = await createTestKey(merchant.base.db);
  await signIn('owner', stranger.merchantId);
  await page.goto(`/dashboard/keys/${stranger.id}?request=${id}`);
  await expect(page.getByText('Request not found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('No requests yet.')).toBeVisible();
});

test('unsaved settings stay while the requests are open', async ({ page, merchant, signIn }) => {
  const key = await newKey(merchant, 'Half changed');
  await signIn();
  await page.goto(`/dashboard/keys/${key.id}`);
  await page.getByLabel('Name', { exact: true }).fill('Changed');
  await page.getByRole('tab', { name: 'Requests' }).click();
  await expect(page.getByText('No requests yet.')).toBeVisible();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Changed');
});
