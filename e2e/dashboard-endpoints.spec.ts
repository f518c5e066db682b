import { type Receiver, startReceiver } from '@/test/support/receiver';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { payWithWebhook } from './support/deliveries';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { makeLink } from './support/payment-link';

let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test('a paused endpoint gets its pending deliveries after it is resumed', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 410 });
  await payWithWebhook(merchant, receiver, 'Failed before');
  await signIn('member');
  await page.goto('/dashboard/webhooks');
  await page.getByRole('link', { name: receiver.url('/Failed-before') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('127.0.0.1');
  await expect(page.getByText('0 of 1 attempts').first()).toBeVisible();
  await expect(page.getByText(/gone for good/).first()).toBeVisible();

  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Endpoint paused.')).toBeVisible();
  await expect(page.getByText(/^by .*, .* ago$/)).toBeVisible();
  receiver.respond({ status: 200 });
  const before = receiver.requests.length;
  const { address } = await merchant.create({ webhook_url: receiver.url('/Failed-before') });
  await merchant.pay(address, 125_000);
  await expect(page.getByText('1 delivery', { exact: true })).toBeVisible();
  await expect(page.getByText('when the endpoint is resumed')).toBeVisible();
  expect(receiver.requests).toHaveLength(before);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect.soft(await findAxeViolations(page)).toEqual([]);
  const { pathname } = new URL(page.url());
  await page.goto('/dashboard');
  const inInbox = page.getByRole('link', { name: 'View endpoint' });
  await inInbox.and(page.locator(`[href="${pathname}"]`)).click();
  await expect(page).toHaveURL((url) => url.pathname === pathname);

  await page.getByRole('button', { name: 'Resume' }).press('Enter');
  await receiver.received(before + 1);
  await expect(page.getByText('No pending deliveries.')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Replay since…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Resends 2 deliveries: 1 delivered, 1 given up.');
  await dialog.getByLabel('Deliveries').selectOption('Given up only');
  await dialog.getByRole('button', { name: 'Replay 1 delivery' }).click();
  await receiver.received(before + 2);
  await expect(page.getByText('Resending 1 delivery.')).toBeVisible();
});

test('the replay dialog counts and resends past events, and cannot be opened while the endpoint is paused', async ({
  page,
  merchant,
  signIn,
}) => {
  for (let n = 0; n < 2; n += 1) {
    const { address } = await merchant.create({ webhook_url: receiver.url('/Replayed') });
    await merchant.pay(address, 125_000);
  }
  await receiver.received(2);
  await signIn('member');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard/webhooks');
  await page.getByRole('link', { name: receiver.url('/Replayed') }).click();
  await page.getByRole('button', { name: 'Replay since…' }).click();
  const dialog = page.getByRole('dialog');
  const replay = dialog.getByRole('button', { name: /^Replay/ });
  await expect(replay).toHaveText('Replay 2 deliveries');
  expect.soft(await findAxeViolations(page)).toEqual([]);
  await dialog.getByLabel('Events since').fill('2035-01-01T00:00');
  await dialog.getByLabel('Events since').press('Enter');
  await expect(dialog).toContainText('Nothing to resend in this period.');
  await expect(replay).toBeDisabled();
  await dialog.getByLabel('Events since').fill('2020-01-01T00:00');
  await dialog.getByLabel('Events since').press('Enter');
  await expect(replay).toHaveText('Replay 2 deliveries');
  await replay.click();
  await receiver.received(4);
  const ids = receiver.requests.map(({ headers }) => headers['x-event-id']);
  expect(new Set(ids).size).toBe(2);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await dialog.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Replay since…' })).toBeDisabled();
  await expect(page.getByTitle('Resume the endpoint first.')).toBeVisible();
});

test('the audit log links to the changed endpoint and payment link, even on a phone', async ({
  page,
  merchant,
  signIn,
}) => {
  await payWithWebhook(merchant, receiver, 'Audited');
  const link = await makeLink(merchant, { title: 'Audited link', amount_sats: 30_000 });
  await signIn('owner');
  await page.goto('/dashboard/webhooks');
  await page.getByRole('link', { name: receiver.url('/Audited') }).click();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Endpoint paused.')).toBeVisible();
  const endpoint = new URL(page.url()).pathname;
  await page.goto(`/dashboard/links/${link.id}`);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.locator('[aria-live="polite"]').first()).toHaveText('Inactive');
  await page.goto('/dashboard/team/audit');
  const rowOf = (action: string) => page.getByRole('row').filter({ hasText: action }).first();
  const deactivated = rowOf('deactivated payment link').getByRole('link');
  await expect(deactivated).toHaveText('Audited link');
  await expect(deactivated).toHaveAttribute('href', `/dashboard/links/${link.id}`);
  const paused = rowOf('paused endpoint');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(deactivated).toBeVisible();
  expect(await findOverflowingElements(page)).toEqual([]);
  await paused.getByRole('link', { name: new URL(receiver.url()).host }).click();
  await expect(page).toHaveURL((url) => url.pathname === endpoint);
});

test('a viewer sees an endpoint without actions, even on a phone', async ({
  page,
  merchant,
  signIn,
}) => {
  await payWithWebhook(merchant, receiver, 'Seen');
  await signIn('viewer');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard/webhooks');
  expect(await findOverflowingElements(page)).toEqual([]);
  await page.getByRole('link', { name: receiver.url('/Seen') }).click();
  await expect(page.getByText('No pending deliveries.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Pause|Resume|Resend|Replay/ })).toHaveCount(0);
  expect(await findOverflowingElements(page)).toEqual([]);
});
