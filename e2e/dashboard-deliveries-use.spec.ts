import type { Route } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { delivery } from '@/db/schema/webhooks';
import { createTestKey } from '@/test/support/factories';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { expect, test } from './support/dashboard-test';
import { payWithWebhook } from './support/deliveries';
import { expectOnFastClock } from './support/expect-on-fast-clock';
import { findOverflowingElements } from './support/find-overflowing-elements';

let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test('after several deliveries were opened, Back closes the open delivery, and Back again leaves the list', async ({
  page,
  merchant,
  signIn,
}) => {
  for (const reference of ['Back 1', 'Back 2']) await payWithWebhook(merchant, receiver, reference);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await page.goto('/dashboard/webhooks?q=Back-');
  await expect(page.locator('[data-delivery]')).toHaveCount(2);
  await page.locator('[data-delivery]').first().click();
  const sheet = page.getByRole('dialog', { name: 'Delivery' });
  await expect(sheet.getByRole('link', { name: 'Back 2' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Next delivery' }).click();
  await expect(sheet.getByRole('link', { name: 'Back 1' })).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/webhooks\?q=Back-$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/payments$/);
});

test('at every width, the arrow keys switch between deliveries, except while a confirmation dialog is open', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 410 });
  await payWithWebhook(merchant, receiver, 'Turned 1');
  await payWithWebhook(merchant, receiver, 'Turned 2');
  await signIn('member');
  await page.goto('/dashboard/webhooks?status=failed&q=Turned-');
  await page.locator('[data-delivery]').first().click();
  const pane = page.getByRole('complementary', { name: 'Delivery' });
  await expect(pane.getByRole('link', { name: 'Turned 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Resend all 2' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Cancel' }).focus();
  const { href } = new URL(page.url());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(page.url()).toBe(href);
  await page.keyboard.press('ArrowRight');
  await expect(pane.getByRole('link', { name: 'Turned 1' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole('dialog', { name: 'Delivery' });
  await expect(sheet.getByRole('link', { name: 'Turned 1' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(sheet.getByRole('link', { name: 'Turned 2' })).toBeVisible();
});

test('the “Next delivery” button keeps the focus when it is disabled at the last delivery', async ({
  page,
  merchant,
  signIn,
}) => {
  for (const reference of ['Ended 1', 'Ended 2'])
    await payWithWebhook(merchant, receiver, reference);
  await signIn('viewer');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/dashboard/webhooks?q=Ended-');
    await page.locator('[data-delivery]').first().press('Enter');
    const next = page.getByRole('button', { name: 'Next delivery' });
    await next.press('Enter');
    await expect(page.getByRole('link', { name: 'Ended 1' }).last()).toBeVisible();
    await expect(next).toBeDisabled();
    await expect(next, `${width} px`).toBeFocused();
  }
});

test('at every width, the loading placeholders have the same columns as the list, even beside an open delivery', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  await page.route('**/api/dashboard/deliveries?*', () => {});
  for (const search of ['q=x', 'q=x&open=dlv_x']) {
    await page.goto(`/dashboard/webhooks?${search}`);
    const table = page.locator('[aria-busy="true"] table');
    await expect(table).toBeVisible();
    for (const width of [1400, 1100, 800]) {
      await page.setViewportSize({ width, height: 800 });
      const inRow = table.locator('tbody tr').first().locator('td').filter({ visible: true });
      const heads = await table.locator('th').filter({ visible: true }).count();
      expect(await inRow.count(), `${search} at ${width} px`).toBe(heads);
    }
  }
  const heads = page.locator('[aria-busy="true"] th');
  await expect(heads).toHaveText(['Status', 'Event', 'Created']);
});

test('the resend button shows the number of failed deliveries after they have loaded', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 410 });
  await payWithWebhook(merchant, receiver, 'Counted 1');
  receiver.respond({ status: 200 });
  await payWithWebhook(merchant, receiver, 'Counted 2');
  await signIn('member');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/api\/dashboard\/deliveries\?.*status=failed/, async (route: Route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard/webhooks?q=Counted-');
  await expect(page.getByText('1 to 2 of 2')).toBeVisible();
  await page.getByRole('button', { name: /^Given up/ }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByText('1 to 2 of 2')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Resend all/ })).toHaveCount(0);
  answer();
  await expect(page.getByRole('button', { name: 'Resend all 1' })).toBeVisible();
});

test('the button in a delivery’s row resends the delivery, and is disabled with a reason while sending is paused', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 503 });
  await payWithWebhook(merchant, receiver, 'Row 1');
  await signIn('member');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/webhooks?q=Row-1');
  const row = page.getByRole('row').filter({ hasText: 'Row 1' });
  await expect(row).toContainText('1 attempt');
  expect(await findOverflowingElements(page)).toEqual([]);
  await row.getByRole('button', { name: 'Retry now' }).click();
  await receiver.received(2);
  await expect(row).toContainText('2 attempts');
  await page.setViewportSize({ width: 1440, height: 900 });
  await merchant.base.db
    .update(delivery)
    .set({ held: true, nextAttemptAt: null })
    .where(eq(delivery.url, receiver.url('/Row-1')));
  await page.reload();
  const retry = row.getByRole('button', { name: 'Retry now' });
  await expect(retry).toBeDisabled();
  await expect(retry).toHaveAttribute('title', /paused/);
});

test('a delivery that does not exist is requested only once', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId } = await createTestKey(merchant.base.db);
  await signIn('viewer', merchantId);
  await page.route('**/api/dashboard/events', (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/dashboard\/(?:deliveries\/|frame)/.test(pathname)) asked.push(pathname);
  });
  await page.clock.install();
  await page.goto('/dashboard/webhooks?open=dlv_xxxxxxxxxxxxxxxxxxxxxx');
  await expect(page.getByText('This delivery could not be loaded.')).toBeVisible();
  // Further requests for the frame prove that time has passed.
  const frames = () => asked.filter((path) => path.endsWith('/frame'));
  await expectOnFastClock(page, async () => expect(frames().length).toBeGreaterThan(1));
  expect(asked.length - frames().length).toBe(1);
});
