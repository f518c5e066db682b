import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import { expect, paymentPageUrl, test } from './support/pay-test';

/** The gzipped size of BTCPay's checkout scripts, for comparison. */
const ELSEWHERE_BYTES = 86_000;

test('the payment page’s Content-Security-Policy allows only the page’s inline script, and forbids eval and framing', async ({
  request,
  inState,
}) => {
  const headers = (await request.get(inState.waiting)).headers();
  const policy = headers['content-security-policy'] ?? '';
  expect(policy).not.toMatch(/unsafe|\*|https?:/);
  expect(policy).toMatch(/default-src 'none'; script-src 'sha256-[\w+/]+=*';/);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
  });
});

test('the payment page shows HTML in a reference as text', async ({ page, merchant }) => {
  const reference = '<img src=x onerror=alert(1)>"\'&';
  const created = await merchant.create({ reference });
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page.locator('.slip-reference')).toContainText(reference);
  await merchant.pay(created.address, 125_000);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect(page.locator('.slip-reference')).toContainText(reference);
});

test('the whole payment page is smaller than the scripts of BTCPay’s checkout', async ({
  page,
  inState,
}) => {
  let total = 0;
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    total += encodedDataLength;
  });
  await page.goto(inState.waiting, { waitUntil: 'load' });
  await page.evaluate(() => document.fonts.ready);
  const scripts = await page.locator('script').allTextContents();
  expect(await page.locator('script[src]').count()).toBe(0);
  expect(gzipSync(scripts.join('')).length).toBeLessThan(15_000);
  await expect.poll(() => total).toBeGreaterThan(10_000);
  expect(total).toBeLessThan(ELSEWHERE_BYTES);
});

test('a payment page can be framed only by the origins that its key allows', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  const embedder = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Shop</title><iframe src="${paymentPageUrl(merchant, created)}">`,
    );
  });
  await new Promise<void>((resolve) => embedder.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(embedder.address() as AddressInfo).port}`;
  const allow = (embedOrigins: string[]) =>
    merchant.base.db.update(apiKey).set({ embedOrigins }).where(eq(apiKey.id, merchant.key.id));
  try {
    await allow(['https://other.example', origin]);
    await page.goto(origin);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('link', { name: 'Open in wallet' })).toBeVisible();
    await allow([]);
    const refused = await page.request.get(paymentPageUrl(merchant, created));
    expect(refused.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  } finally {
    await allow([]);
    embedder.close();
  }
});

test('the payment page reveals only the merchant’s name, and nothing else about the merchant', async ({
  request,
  inState,
}) => {
  const page = await (await request.get(inState.confirmed)).text();
  const slip = await (await request.get(`${inState.confirmed}/slip`)).text();
  for (const text of [page, slip]) {
    expect(text).toContain('Test shop');
    expect(text).not.toMatch(
      /(?:pay|key|mer|wal)_[0-9A-Za-z]{22}|tolerance|webhook|[tuvxyzUVYZ]pub/,
    );
  }
});
