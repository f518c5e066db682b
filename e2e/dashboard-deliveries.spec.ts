import { payment } from '@/db/schema/payments';
import { queueChange } from '@/lib/server/changes/queue-change';
import { createTestKey } from '@/test/support/factories';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { expect, test } from './support/dashboard-test';
import { CHALLENGE_RESPONSE, payWithWebhook } from './support/deliveries';
import { expectOnFastClock } from './support/expect-on-fast-clock';

let receiver: Receiver;

test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

test('a member finds a failed webhook, reads each attempt, and resends the webhook', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 410, body: '<b>moved</b> away' });
  await payWithWebhook(merchant, receiver, 'Gone 1');
  await signIn('member');
  await page.goto('/dashboard/webhooks?status=failed&q=Gone-1');
  const row = page.getByRole('row').filter({ hasText: 'Gone 1' });
  await expect(row).toContainText('Given up');
  await expect(row).toContainText('HTTP 410');
  await row.getByRole('link', { name: 'payment.detected' }).click();
  const pane = page.getByRole('complementary', { name: 'Delivery' });
  await expect(pane.getByText('it is gone for good')).toBeVisible();
  await expect(pane.getByLabel('Request headers')).toContainText('X-Service-Signature');
  const [sent] = receiver.requests;
  await expect(pane.getByLabel('request body', { exact: true })).toHaveText(
    sent?.body.toString() ?? '',
  );
  await expect(pane.getByLabel('response body', { exact: true })).toHaveText('<b>moved</b> away');
  await expect(pane.getByText('Connected to 127.0.0.1')).toBeVisible();

  receiver.respond({ status: 200 });
  await pane.getByRole('button', { name: 'Resend' }).click();
  await expect(pane.getByText('Attempt 2')).toBeVisible();
  await expect(pane.getByText('Delivered', { exact: true }).first()).toBeVisible();
  expect(receiver.requests[1]?.headers['x-event-id']).toBe(sent?.headers['x-event-id']);
  expect(receiver.requests[1]?.body).toEqual(sent?.body);
});

test('if the response is a bot challenge, the delivery’s row says so and counts down to the next attempt', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond(CHALLENGE_RESPONSE);
  await payWithWebhook(merchant, receiver, 'Challenge 1');
  await signIn('viewer');
  await page.goto('/dashboard/webhooks?q=Challenge-1');
  const row = page.getByRole('row').filter({ hasText: 'Challenge 1' });
  await expect(row).toContainText('Retrying');
  await expect(row).toContainText('HTTP 403, challenge page');
  await expect(row).toContainText(/in \d+ (?:s|min)|now/);
  await row.getByRole('link').first().click();
  const pane = page.getByRole('complementary', { name: 'Delivery' });
  await expect(pane.getByText('A firewall or bot protection returned 403').first()).toBeVisible();
  await expect(pane.getByText('<title>Just a moment...</title>').first()).toBeVisible();
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false);
  await expect(pane.getByRole('button', { name: /Resend|Retry now/ })).toHaveCount(0);
});

test('after the user confirms, all failed deliveries that match the filters are resent', async ({
  page,
  merchant,
  signIn,
}) => {
  receiver.respond({ status: 410 });
  await payWithWebhook(merchant, receiver, 'Bulk 1');
  await payWithWebhook(merchant, receiver, 'Bulk 2');
  await payWithWebhook(merchant, receiver, 'Other 3');
  await signIn('member');
  await page.goto('/dashboard/webhooks?q=Bulk-');
  await page.getByRole('button', { name: /^Given up/ }).click();
  await expect(page.getByText('1 to 2 of 2')).toBeVisible();
  receiver.respond({ status: 204 });
  await page.getByRole('button', { name: 'Resend all 2' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Resending 2 deliveries.')).toBeVisible();
  await expect(
    page.getByText('No deliveries that were given up in the last 30 days.'),
  ).toBeVisible();
  await receiver.received(5);
  const again = receiver.requests.slice(3).map(({ path }) => path);
  expect(again.sort()).toEqual(['/Bulk-1', '/Bulk-2']);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/dashboard\/webhooks$/);
});

test('deliveries can be browsed with the keyboard alone', async ({ page, merchant, signIn }) => {
  receiver.respond({ status: 410 });
  await payWithWebhook(merchant, receiver, 'Keys 1');
  await payWithWebhook(merchant, receiver, 'Keys 2');
  await signIn('viewer');
  await page.goto('/dashboard/webhooks');
  await expect(page.locator('[data-delivery]').first()).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('Keys-');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/q=Keys-/);
  await expect(page.getByRole('searchbox', { name: 'Search by id, reference or URL' })).toHaveValue(
    'Keys-',
  );
  await expect(page.getByText('1 to 2 of 2')).toBeVisible();
  await page.locator('[data-delivery]').first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  const pane = page.getByRole('complementary', { name: 'Delivery' });
  await expect(pane.getByRole('link', { name: 'Keys 2' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(pane.getByRole('link', { name: 'Keys 1' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(pane.getByRole('link', { name: 'Keys 1' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(pane.getByRole('link', { name: 'Keys 2' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
  await expect(page.locator('[data-delivery]').first()).toBeFocused();
  await expect(page).not.toHaveURL(/open=/);
});

test('opening a delivery keeps a newly typed search text', async ({ page, merchant, signIn }) => {
  for (const name of ['Quick 1', 'Quick 2']) await payWithWebhook(merchant, receiver, name);
  await signIn('viewer');
  await page.goto('/dashboard/webhooks?url=/Quick-');
  const row = page.getByRole('row').filter({ hasText: 'Quick 2' });
  await expect(row).toBeVisible();
  // An update of the endpoints above would move the row away during the click.
  const endpoints = page.getByRole('table', { name: 'Webhook endpoints' });
  await expect(endpoints.getByRole('row').filter({ hasText: '/Quick-2' })).toContainText('Working');
  await page.getByRole('searchbox', { name: 'Search by id, reference or URL' }).fill('Quick-2');
  await row.getByRole('link').first().click();
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  const pane = page.getByRole('complementary', { name: 'Delivery' });
  await expect(pane.getByRole('link', { name: 'Quick 2' })).toBeVisible();
  await expect(page).toHaveURL(/q=Quick-2&open=dlv_/);
});

test('the copied curl command sends the same bytes as the delivery’s request', async ({
  page,
  merchant,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await payWithWebhook(merchant, receiver, 'Curl 1');
  await signIn('viewer');
  await page.goto('/dashboard/webhooks?q=Curl-1');
  await page.locator('[data-delivery]').first().click();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl -g '${receiver.url('/Curl-1')}'`);
  expect(command).toContain(`--data-raw '${receiver.requests[0]?.body.toString()}'`);
  expect(command).toContain(
    `X-Service-Signature: ${receiver.requests[0]?.headers['x-service-signature']}`,
  );
});

test('on a phone a delivery opens as a sheet, and closes back to the list', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await payWithWebhook(merchant, receiver, 'Phone 1');
  await signIn('viewer');
  await page.goto('/dashboard/webhooks?q=Phone-1');
  await page.locator('[data-delivery]').first().click();
  const sheet = page.getByRole('dialog', { name: 'Delivery' });
  await expect(sheet.getByText('Attempt 1')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
});

test('a test webhook is signed with the chosen key, and its request and response are shown', async ({
  page,
  merchant,
  signIn,
}) => {
  const payments = () => merchant.base.db.$count(payment);
  const before = await payments();
  receiver.respond({ status: 200, headers: { 'x-shop': 'acme' }, body: 'thanks' });
  await signIn('member');
  await page.goto('/dashboard/webhooks/test');
  await page.getByLabel('Webhook URL').fill('not a url');
  await page.getByRole('button', { name: 'Send test webhook' }).click();
  await expect(page.getByText('Must be a complete URL')).toBeVisible();
  await page.getByLabel('Webhook URL').fill(receiver.url('/test'));
  await page.getByLabel('Event', { exact: true }).selectOption('refund.sent');
  await page.getByRole('button', { name: 'Send test webhook' }).click();
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Response headers')).toContainText('acme');
  await expect(page.getByLabel('response body', { exact: true })).toHaveText('thanks');
  const [sent] = receiver.requests;
  expect(sent?.headers['x-event-type']).toBe('refund.sent');
  await expect(page.getByLabel('Request headers')).toContainText(
    sent?.headers['x-signature'] ?? '-',
  );
  await receiver.close();
  await page.getByRole('button', { name: 'Send test webhook' }).click();
  await expect(page.getByText('Not delivered')).toBeVisible();
  await expect(page.getByText('No request was sent')).toBeVisible();
  await expect(page.getByText('No server accepts connections')).toBeVisible();
  receiver = await startReceiver();
  expect(await payments()).toBe(before);
});

test('another merchant’s delivery is not shown, and a list of deliveries can be reloaded after an error', async ({
  page,
  merchant,
  signIn,
}) => {
  await payWithWebhook(merchant, receiver, 'Secret 1');
  const other = await createTestKey(merchant.base.db);
  await signIn('owner', other.merchantId);
  const [row] = await merchant.base.db.execute<{ id: string }>('select id from delivery limit 1');
  await page.clock.install();
  await page.goto(`/dashboard/webhooks?open=${row?.id}`);
  await expect(page.getByText('No deliveries yet.')).toBeVisible();
  const pane = page.getByRole('complementary', { name: 'Delivery' });
  await expect(pane.getByText('could not be loaded')).toBeVisible();
  await expect(pane.getByText(/req_\w{22}/)).toBeVisible();

  let broken = true;
  await page.route('**/api/dashboard/deliveries?*', (route) =>
    broken ? route.abort() : route.continue(),
  );
  // The page arrives with the list, but the browser requests search results itself.
  await page.goto('/dashboard/webhooks?q=nothing');
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('The deliveries could not be loaded.')).toBeVisible(soon),
  );
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No matching deliveries in the last 30 days.')).toBeVisible();
  broken = true;
  queueChange(merchant.base.db, other.merchantId, 'deliveries');
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('The deliveries could not be updated')).toBeVisible(soon),
  );
  await expect(page.getByText('No matching deliveries in the last 30 days.')).toBeVisible();
});
