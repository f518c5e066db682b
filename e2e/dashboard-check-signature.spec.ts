import type { Page } from '@playwright/test';
import { webhookAsText } from '@/test/support/capture-webhook';
import { type Receiver, startReceiver } from '@/test/support/receiver';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { payWithWebhook } from './support/deliveries';
import { findOverflowingElements } from './support/find-overflowing-elements';

let receiver: Receiver;
test.beforeEach(async () => {
  receiver = await startReceiver();
});
test.afterEach(() => receiver.close());

async function paste(page: Page, body?: string): Promise<void> {
  const request = receiver.requests.at(-1);
  if (!request) throw new Error('no webhook has come');
  const pasted = webhookAsText(request);
  await page.getByLabel('Headers').fill(pasted.headers);
  await page.getByLabel('Body').fill(body ?? pasted.body);
}

const check = (page: Page) => page.getByRole('button', { name: 'Check signature' }).click();

test('the signature check accepts a valid webhook, and explains what is wrong with an altered one', async ({
  page,
  merchant,
  signIn,
}) => {
  await payWithWebhook(merchant, receiver, 'Check 1');
  await signIn('viewer');
  await page.goto('/dashboard/webhooks');
  await page.getByRole('link', { name: 'Check a signature' }).last().click();
  await paste(page);
  await check(page);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await expect(page.getByText('The signature is valid.')).toBeVisible();

  const value = JSON.parse(receiver.requests.at(-1)?.body.toString() ?? '');
  await paste(page, JSON.stringify(value, null, 2));
  await check(page);
  await expect(page.getByText('Not valid', { exact: true })).toBeVisible();
  await expect(page.getByText('parsed and serialized again')).toBeVisible();
  // The earlier result disappears, because it was about another text.
  await paste(page);
  await expect(page.getByText('Not valid', { exact: true })).toHaveCount(0);
});

test('the signature check accepts a pasted secret, which never appears in the URL or the page', async ({
  page,
  merchant,
  signIn,
}) => {
  await payWithWebhook(merchant, receiver, 'Check 2');
  await signIn('member');
  await page.goto('/dashboard/webhooks/check');
  await paste(page);
  await page.getByLabel('Signed with').selectOption('Paste a secret');
  await check(page);
  await expect(page.getByText('Paste the signing secret, or choose a key.')).toBeVisible();
  await page.getByLabel('Signing secret').fill(merchant.key.signingSecret);
  await check(page);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.getByLabel('Signing secret').fill(merchant.key.signingSecret.replace('whsec_', ''));
  await check(page);
  await expect(page.getByText('The secret lacks its prefix.')).toBeVisible();
  expect(page.url()).not.toContain('whsec_');
  await expect(page.locator('main')).not.toContainText(merchant.key.signingSecret);
});

test('the signature check shows an error for an empty form and for an unreachable server', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/webhooks/check');
  await check(page);
  await expect(page.getByText('Paste the headers.')).toBeVisible();
  await page.getByLabel('Headers').fill('x-service-signature: sha256=00');
  await page.route('**/api/dashboard/webhooks/check', (route) => route.abort());
  await check(page);
  await expect(page.getByText('The server cannot be reached.')).toBeVisible();
});

test('the signature check works with the keyboard alone', async ({ page, merchant, signIn }) => {
  await payWithWebhook(merchant, receiver, 'Check 3');
  await signIn('viewer');
  await page.goto('/dashboard/webhooks/check');
  await paste(page);
  await page.getByLabel('Body').focus();
  for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Check signature' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
});

test('the signature check has no axe violations and fits a desktop and a phone in every state', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await payWithWebhook(merchant, receiver, 'Checked');
  await signIn();
  await page.goto('/dashboard/webhooks/check');
  const clean = async (state: string) => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await findAxeViolations(page), `${state}, ${width} wide`).toEqual([]);
      expect.soft(await findOverflowingElements(page), `${state}, ${width} wide`).toEqual([]);
    }
  };
  await check(page);
  await expect(page.getByText('Paste the headers.')).toBeVisible();
  await clean('empty');
  await paste(page);
  await check(page);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await clean('valid');
  await paste(page, '{"version":"1"}');
  await page.getByLabel('Signed with').selectOption('Paste a secret');
  await page.getByLabel('Signing secret').fill('whsec_none');
  await check(page);
  await expect(page.getByText('Not valid', { exact: true })).toBeVisible();
  await clean('not valid');
});
