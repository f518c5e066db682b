import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { permissionsOf } from '@/test/greenfield/plugins';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { createPairing } from '@/test/support/greenfield';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { findRuntimes } from '@/test/support/runtimes';

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db, { name: 'Web shop' });
const env = { SECRET_KEY: TEST_SECRET_KEY, BITCOIN_REGTEST: 'sandbox' };
const app = await openForTestFile(startApp({ databaseUrl: base.url, env }));

test('a PHP shop can create and find invoices and set their status through the server’s BTCPay API', async () => {
  const { token } = await createPairing(base, key, permissionsOf('WooCommerce'));
  const args = ['test/greenfield/shop.php', `${app.url}/`, token, key.id];
  const { stdout } = await promisify(execFile)(findRuntimes()('php'), args);
  expect(JSON.parse(stdout)).toEqual({
    store: key.id,
    name: 'Web shop',
    modern: true,
    same: true,
    cart: [1, 2],
    link: expect.stringMatching(/^http:\/\/localhost:\d+\/i\/pay_\w+$/),
    due: '0.000998',
    found: true,
    marked: ['Invalid', 'Marked'],
  });
});

test('a POST to a BTCPay path with a trailing slash is handled without a redirect', async () => {
  const headers = { authorization: `token ${key.apiKey}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ amount: 1_000, currency: 'SATS' });
  const path = `${app.url}/api/v1/stores/${key.id}/invoices/`;
  const asked = { method: 'POST', headers, body, redirect: 'manual' } as const;
  expect((await fetch(path, asked)).status).toBe(200);
});
