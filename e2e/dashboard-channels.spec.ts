import { type Receiver, startReceiver } from '@/test/support/receiver';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test('an owner adds a notification channel, tests it, reads why the test failed, and removes the channel', async ({
  page,
  signIn,
}) => {
  await signIn('owner');
  await openLoaded(page, '/dashboard/settings');
  const section = page.getByRole('region', { name: 'Channels for notifications' });
  await section.getByRole('button', { name: 'Add channel' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Orders');
  const url = dialog.getByLabel('URL, or token of a Telegram bot');
  const service = dialog.getByLabel('Service');
  await url.fill('https://ntfy.sh/orders');
  await expect(service).toHaveValue('ntfy');
  await expect(dialog.getByLabel('Access token')).toBeVisible();
  await url.fill(`12345678:${'a'.repeat(35)}`);
  await expect(service).toHaveValue('telegram');
  await expect(dialog.getByLabel('Chat ID')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect(
    dialog.getByText('Enter the chat ID, a number, or @name of a channel.'),
  ).toBeVisible();
  await url.fill(receiver.url('/services/hush'));
  await expect(dialog.getByText('Several services use such URLs. Choose one.')).toBeVisible();
  await service.selectOption('Slack');
  await dialog.getByRole('checkbox', { name: 'Refunds' }).uncheck();
  await expectNoAxeViolations(page, 'the new channel');
  await dialog.getByRole('button', { name: 'Add channel' }).click();
  await expect(page.getByText('Channel added. Send a test to see that it works.')).toBeVisible();
  await expect(section.getByText(/^Slack at 127\.0\.0\.1:\d+\/…, nothing sent yet$/)).toBeVisible();

  receiver.respond({ status: 404, body: 'no_service' });
  await section.getByRole('button', { name: 'Send a test to Orders' }).click();
  await expect(section.getByText('Failing')).toBeVisible();
  await expect(section.getByText(/Slack no longer knows this webhook/)).toBeVisible();
  await expectNoAxeViolations(page, 'a failing channel');
  await openLoaded(page, '/dashboard/health');
  await expect(page.getByText(/Orders: Slack no longer knows this webhook/)).toBeVisible();
  await expectNoAxeViolations(page, 'Health with a failing channel');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findOverflowingElements(page)).toEqual([]);

  await openLoaded(page, '/dashboard/settings');
  expect(await findOverflowingElements(page)).toEqual([]);
  receiver.respond({ status: 200, body: 'ok' });
  await section.getByRole('button', { name: 'Send a test to Orders' }).click();
  await expect(page.getByText('The test has reached Orders.')).toBeVisible();
  await expect(section.getByText('Working')).toBeVisible();
  await section.getByRole('button', { name: 'Choose notifications of Orders' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Refunds' })).not.toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Refunds' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Notifications changed.')).toBeVisible();
  await section.getByRole('button', { name: 'Choose notifications of Orders' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Refunds' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Exchange rates' }).uncheck();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Choose notifications of Orders' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Exchange rates' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Remove Orders' }).click();
  await dialog.getByRole('button', { name: 'Remove channel' }).click();
  await expect(page.getByText('Channel removed.')).toBeVisible();
  await expect(section.getByRole('listitem')).toHaveCount(0);
  expect(await page.content()).not.toContain('hush');
});

test('a member who is not an owner sees no notification channels in the settings', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await openLoaded(page, '/dashboard/settings');
  await expect(page.getByRole('heading', { name: 'Mail notifications' })).toBeVisible();
  await expect(page.getByText('Channels for notifications')).toHaveCount(0);
});
