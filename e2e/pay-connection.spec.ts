import { until } from '@/test/support/wait';
import { expectOnFastClock } from './support/expect-on-fast-clock';
import { expect, paymentPageUrl, test } from './support/pay-test';
import { withoutDatabase } from './support/without-database';

const OFFLINE = 'Cannot reach the server. A payment you already sent is not affected.';

test('the payment page shows that it is offline, and shows missed changes when it is back online', async ({
  page,
  context,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await expect(page.locator('.slip-qr')).toBeVisible();
  await merchant.pay(created.address, 125_000);
  await merchant.reaches(created.id, ({ status }) => status === 'detected');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect(page.locator('#offline')).toBeHidden();
});

test('if a payment expires while the server is unreachable, the payment page warns against paying', async ({
  page,
  context,
  merchant,
}) => {
  const created = await merchant.create({ expires_in: 300 });
  await page.clock.install();
  await page.goto(paymentPageUrl(merchant, created));
  await context.setOffline(true);
  await page.clock.fastForward('05:01');
  await expect(page.getByRole('heading', { name: 'This request has expired.' })).toBeVisible();
  await expect(page.getByText('Do not pay to this address.')).toBeVisible();
  await expect(page.locator('.slip-qr')).toHaveCount(0);
  await expect(page).toHaveTitle('Expired: Test shop');
  await expect(page.locator('#say')).toHaveText('This request has expired.');
  // The payment is still open, because the server's clock did not run faster.
  await context.setOffline(false);
  await expectOnFastClock(page, (soon) => expect(page.locator('.slip-qr')).toBeVisible(soon));
  await expect(page).toHaveTitle('Waiting for payment: Test shop');
});

test('the payment page reconnects after the server has restarted', async ({ page, merchant }) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await merchant.app.kill('SIGKILL');
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await merchant.pay(created.address, 125_000);
  await merchant.app.start();
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect(page.locator('#offline')).toBeHidden();
});

test('an open payment page does not delay the server’s shutdown', async ({ page, merchant }) => {
  const created = await merchant.create();
  const events = page.waitForResponse(/\/events$/);
  await page.goto(paymentPageUrl(merchant, created));
  await events;
  await merchant.app.kill('SIGTERM');
  await merchant.app.start();
});

test('a payment page in a background tab shows missed changes as soon as it is visible', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await merchant.pay(created.address, 125_000);
  await merchant.reaches(created.id, ({ status }) => status === 'detected');
  await expect(page.locator('.slip-qr')).toBeVisible();
  await setHidden(false);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
});

test('without an event stream, the payment page polls, and continues after failed requests', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.route(/\/events$/, (route) => route.abort());
  let looks = 0;
  await page.clock.install();
  await page.route(/\/slip$/, (route) => {
    looks += 1;
    return looks <= 3 ? route.abort() : route.continue();
  });
  await page.goto(paymentPageUrl(merchant, created));
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText(OFFLINE, { exact: true })).toBeVisible(soon),
  );
  await merchant.pay(created.address, 125_000);
  await expectOnFastClock(page, (soon) =>
    expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible(soon),
  );
  expect(looks).toBeGreaterThan(3);
});

test('a request for an unchanged payment page gets 304 without a body', async ({
  request,
  merchant,
}) => {
  const created = await merchant.create();
  const url = `${paymentPageUrl(merchant, created)}/slip`;
  const first = await request.get(url);
  const { etag = '' } = first.headers();
  expect(etag).toMatch(/^"[\w-]+"$/);
  const second = await request.get(url, { headers: { 'if-none-match': etag } });
  expect([second.status(), (await second.body()).length]).toEqual([304, 0]);
  await merchant.pay(created.address, 125_000);
  await merchant.reaches(created.id, ({ status }) => status === 'detected');
  const third = await request.get(url, { headers: { 'if-none-match': etag } });
  expect(third.status()).toBe(200);
});

test('while the database is down, an open payment page shows a notice, and recovers afterwards', async ({
  page,
  request,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(paymentPageUrl(merchant, created));
  await withoutDatabase(merchant.base.url, async () => {
    const answer = await request.get(paymentPageUrl(merchant, created));
    expect(answer.status()).toBe(503);
    expect(answer.headers()['retry-after']).toBe('5');
    expect(await answer.text()).toContain('This page is not available right now.');
  });
  await until('the server has its database again', () =>
    merchant.cancel(created.id).then(() => true),
  );
  await expect(page.getByRole('heading', { name: 'This order was canceled.' })).toBeVisible();
});
