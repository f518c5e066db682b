import { createTestKey } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';

test('opening a list does not prefetch the pages that its rows link to', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId, apiKey } = await createTestKey(merchant.base.db);
  for (let place = 0; place < 30; place += 1) {
    await fetch(`${merchant.app.url}/v1/btc/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amount_sats: 1_000, reference: `Row ${place}` }),
    });
  }
  await signIn('member', merchantId);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['/dashboard/payments', '/dashboard/keys']) {
    await page.goto(path);
    await expect(page.locator('[data-row-link]').first()).toBeVisible();
    // The browser prefetches visible links when it is idle.
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  }
  const ofRows = asked.filter((path) => /^\/dashboard\/(?:payments\/pay_|keys\/key_)/.test(path));
  expect(ofRows).toEqual([]);
  const link = page.locator('[data-row-link]').first();
  await link.click();
  await expect(page).toHaveURL(/\/dashboard\/keys\/key_/);
});

test('the server compresses the dashboard’s data, and the compressed data is complete', async ({
  page,
  merchant,
  signIn,
}) => {
  for (let place = 0; place < 3; place += 1) await merchant.create();
  await signIn();
  await page.goto('/dashboard/payments');
  const url = `${merchant.app.url}/api/dashboard/payments?page=1`;
  const plain = await page.request.get(url, { headers: { 'accept-encoding': 'identity' } });
  const packed = await page.request.get(url, { headers: { 'accept-encoding': 'gzip, br' } });
  expect(plain.headers()['content-encoding']).toBeUndefined();
  expect(packed.headers()['content-encoding']).toBe('gzip');
  expect(packed.headers()['content-type']).toBe('application/json');
  expect(packed.headers().vary?.toLowerCase()).toContain('accept-encoding');
  expect((await packed.json()).data).toHaveLength((await plain.json()).data.length);
});

test('if a response is cut off, the dashboard reports an unknown result instead of a failure', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/team');
  // Imitates a connection that breaks after the head of the response.
  await page.evaluate(() => {
    const whole = window.fetch;
    window.fetch = async (...asked) => {
      const response = await whole(...asked);
      if (!String(asked[0]).includes('/invitations')) return response;
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"email":'));
          controller.error(new TypeError('network error'));
        },
      });
      return new Response(body, { status: response.status, headers: response.headers });
    };
  });
  await page.getByRole('button', { name: 'Invite member' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('cut@shop.example');
  await dialog.getByRole('button', { name: 'Create invitation' }).click();
  await expect(dialog.getByText('This may or may not have been done')).toBeVisible();
});

test('the dashboard works without AbortSignal.any, as in Safari 17.3', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create();
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
  await signIn('member');
  await page.goto('/dashboard/payments');
  await page.getByRole('searchbox').fill('found nowhere');
  await expect(page.getByText('No payments match “found nowhere”.')).toBeVisible();
  await page.goto('/dashboard/payments/new');
  await page.getByLabel('Amount').fill('20002');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByText('Payment created.')).toBeVisible();
});
