import { until } from '@/test/support/wait';
import { expect, pageOf, test } from './support/pay-test';
import { withoutDatabase } from './support/without-database';

const OFFLINE = 'Cannot reach the server. A payment you already sent is not affected.';

test('an offline page says so, and catches up when it is back online', async ({
  page,
  context,
  shop,
}) => {
  const created = await shop.create();
  await page.goto(pageOf(shop, created));
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await expect(page.locator('.slip-qr')).toBeVisible();
  await shop.pay(created.address, 125_000);
  await shop.reaches(created.id, ({ status }) => status === 'detected');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect(page.locator('#offline')).toBeHidden();
});

test('the page reconnects by itself after a server restart', async ({ page, shop }) => {
  const created = await shop.create();
  await page.goto(pageOf(shop, created));
  await shop.app.kill('SIGKILL');
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await shop.pay(created.address, 125_000);
  await shop.app.start();
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect(page.locator('#offline')).toBeHidden();
});

test('an open page does not delay the server’s shutdown', async ({ page, shop }) => {
  const created = await shop.create();
  const events = page.waitForResponse(/\/events$/);
  await page.goto(pageOf(shop, created));
  await events;
  await shop.app.kill('SIGTERM');
  await shop.app.start();
});

test('a hidden page catches up as soon as it is visible', async ({ page, shop }) => {
  const created = await shop.create();
  await page.goto(pageOf(shop, created));
  const setHidden = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await setHidden(true);
  await shop.pay(created.address, 125_000);
  await shop.reaches(created.id, ({ status }) => status === 'detected');
  await expect(page.locator('.slip-qr')).toBeVisible();
  await setHidden(false);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
});

test('without events the page looks by itself, also after failed requests', async ({
  page,
  shop,
}) => {
  const created = await shop.create();
  await page.route(/\/events$/, (route) => route.abort());
  let looks = 0;
  await page.route(/\/slip$/, (route) => {
    looks += 1;
    return looks <= 3 ? route.abort() : route.continue();
  });
  await page.goto(pageOf(shop, created));
  await expect(page.getByText(OFFLINE, { exact: true })).toBeVisible();
  await shop.pay(created.address, 125_000);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  expect(looks).toBeGreaterThan(3);
});

test('an unchanged slip is answered with 304 and no body', async ({ request, shop }) => {
  const created = await shop.create();
  const url = `${pageOf(shop, created)}/slip`;
  const first = await request.get(url);
  const { etag = '' } = first.headers();
  expect(etag).toMatch(/^"[\w-]+"$/);
  const second = await request.get(url, { headers: { 'if-none-match': etag } });
  expect([second.status(), (await second.body()).length]).toEqual([304, 0]);
  await shop.pay(created.address, 125_000);
  await shop.reaches(created.id, ({ status }) => status === 'detected');
  const third = await request.get(url, { headers: { 'if-none-match': etag } });
  expect(third.status()).toBe(200);
});

test('without the database the page says so, and open pages recover when it is back', async ({
  page,
  request,
  shop,
}) => {
  const created = await shop.create();
  await page.goto(pageOf(shop, created));
  await withoutDatabase(shop.base.url, async () => {
    const answer = await request.get(pageOf(shop, created));
    expect(answer.status()).toBe(503);
    expect(answer.headers()['retry-after']).toBe('5');
    expect(await answer.text()).toContain('This page is not available right now.');
  });
  await until('the server has its database again', () => shop.cancel(created.id).then(() => true));
  await expect(page.getByRole('heading', { name: 'This request was canceled.' })).toBeVisible();
});
