import { expect, test } from 'vitest';
import { GREENFIELD_ROUTES } from '@/lib/greenfield/table';
import { createTestApi } from '@/test/support/api';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { createPluginSender } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox', GREENFIELD: 'off' },
  }),
);
/** An invoice created before BTCPay's API was switched off. */
const { json: invoice } = await createPluginSender(
  createTestApi(base, { BITCOIN_REGTEST: 'sandbox' }),
  key.apiKey,
)('POST', `stores/${key.id}/invoices`, { body: { amount: 1_000, currency: 'SATS' } });

const FORM = new URLSearchParams({ permissions: 'btcpay.store.canviewinvoices' });
const CONSENT = new URLSearchParams({ ...Object.fromEntries(FORM), consent: 'yes' });

async function ask(method: string, path: string, body?: URLSearchParams | string) {
  const headers = {
    authorization: `token ${key.apiKey}`,
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
  };
  const url = `${app.url}${path}`;
  const init = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) };
  return (await fetch(url, init as RequestInit)).status;
}

test('with GREENFIELD=off, every route of BTCPay’s API returns 404 for every key', async () => {
  expect(GREENFIELD_ROUTES.length).toBeGreaterThan(20);
  for (const { method, path } of GREENFIELD_ROUTES) {
    const known = path
      .replace('{storeId}', key.id)
      .replace('{invoiceId}', invoice.id)
      .replace(/\{\w+\}/g, 'unknown');
    const body = method === 'POST' || method === 'PUT' ? '{}' : undefined;
    expect([method, known, await ask(method, known, body)]).toEqual([method, known, 404]);
  }
});

test('with GREENFIELD=off, the pages under BTCPay’s paths return 404', async () => {
  const asked: readonly (readonly [string, string, URLSearchParams?])[] = [
    ['GET', `/api-keys/authorize?${FORM}`],
    ['POST', '/api-keys/authorize', FORM],
    ['POST', '/api-keys/authorize', CONSENT],
    ['GET', `/i/${invoice.id}`],
    ['GET', `/invoice?id=${invoice.id}&view=modal`],
    ['GET', '/modal/btcpay.js'],
  ];
  for (const [method, path, body] of asked) {
    expect([method, path, await ask(method, path, body)]).toEqual([method, path, 404]);
  }
});
