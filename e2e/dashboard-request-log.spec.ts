import { eq } from 'drizzle-orm';
import { apiRequest } from '@/db/schema/request-log';
import { createTestKey, type TestKey } from '@/test/support/factories';
import { until } from '@/test/support/wait';
import { findAxeViolations } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';

interface Refused {
  readonly code: string;
  readonly request_id: string;
}

const newKey = ({ base, key }: BrowserMerchant, name: string) =>
  createTestKey(base.db, { merchantId: key.merchantId, name });

/** Sends one successful and one failed request, which the log then contains. */
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

test('a viewer finds a request of any API key by the request id in the error response', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await newKey(merchant, 'Searched');
  const { code, request_id: id } = await askTwice(merchant, key);
  await signIn('viewer');
  await page.goto('/dashboard/requests');
  await page.getByLabel('Search by request id').fill(` ${id} `);
  const found = page.getByRole('region', { name: 'Request' });
  await expect(found).toContainText('404');
  await expect(found).toContainText('GET /v1/btc/payments/pay_0000000000000000000000');
  expect(await findAxeViolations(page)).toEqual([]);

  await found.getByRole('link', { name: 'Searched' }).click();
  await expect(page.getByRole('heading', { name: 'Searched' })).toBeVisible();
  await page.goBack();
  await found.getByRole('link', { name: code }).click();
  await expect(page).toHaveURL(`/docs/errors/${code}`);
});

test('requests can be filtered by key and status class, and a click on a row opens the request', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await newKey(merchant, 'Listed');
  await askTwice(merchant, key);
  await askTwice(merchant, await newKey(merchant, 'Another'));
  await signIn();
  await page.goto('/dashboard/requests');
  const table = page.getByRole('table', { name: 'Requests' });
  const rows = table.getByRole('row');
  await expect(rows.nth(1)).toContainText('Another');
  await expect(rows.nth(3)).toContainText('Listed');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByLabel('API key').selectOption('Listed');
  await expect(rows).toHaveCount(3);
  await expect(table).not.toContainText('Listed');
  await page.goto(`/dashboard/keys/${key.id}`);
  await page.getByRole('link', { name: 'View requests' }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('payment_not_found');
  await expect(rows.nth(2)).toContainText('POST /v1/btc/payments');
  await page.getByText('5xx').click();
  await expect(page.getByText('No matching requests in the last 7 days.')).toBeVisible();
  await page.getByText('2xx').click();
  await expect(rows).toHaveCount(2);
  await table.getByRole('link', { name: 'POST /v1/btc/payments' }).click();
  const found = page.getByRole('region', { name: 'Request' });
  await expect(found).toContainText('201');
  await expect(found).toContainText('Idempotency-KeySent');
  await page.goBack();
  await expect(rows).toHaveCount(2);
});

test('the request log does not show the requests of another merchant', async ({
  page,
  merchant,
  signIn,
}) => {
  const { request_id: id } = await askTwice(merchant, await newKey(merchant, 'Hidden'));
  const stranger = await createTestKey(merchant.base.db);
  await signIn('owner', stranger.merchantId);
  await page.goto(`/dashboard/requests?request=${id}`);
  await expect(page.getByText('Request not found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('No requests yet.')).toBeVisible();
});
