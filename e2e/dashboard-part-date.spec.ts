import type { Locator } from '@playwright/test';
import { randomDescriptor } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';
import { createAndOpenKey } from './support/new-key';

const RULE = 'Complete the date or clear it.';

/** Types a date without its year, which leaves the field without a value. */
async function typePart(field: Locator) {
  await field.focus();
  await field.pressSequentially('0105');
  await expect(field).toHaveValue('');
}

test('a payment link cannot be created while its expiry date is incomplete', async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto('/dashboard/links/new');
  await page.getByLabel('Title').fill('Half a date');
  await page.getByLabel('Amount', { exact: true }).fill('30000');
  const expires = page.getByLabel('Link expires');
  const more = page.getByText('More', { exact: true });
  await more.click();
  await typePart(expires);
  await more.click();
  await page.getByRole('button', { name: 'Create payment link' }).click();
  await expect(page.getByText(RULE)).toBeVisible();
  await expect(expires).toBeFocused();
  await expires.fill('2090-05-01T12:00');
  await page.getByRole('button', { name: 'Create payment link' }).click();
  await expect(page.getByText('Payment link created.')).toBeVisible();
});

test('an API key cannot be saved while its expiry date is incomplete', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/keys/new');
  await page.getByLabel('Name').fill('Half a date');
  await page.getByLabel('Wallet').selectOption('New wallet');
  await page.getByLabel('Descriptor, public key or file').fill(randomDescriptor('regtest'));
  const part = page.getByText('Webhooks, mails and restrictions');
  const expires = page.getByLabel('Expires', { exact: true });
  await part.click();
  await typePart(expires);
  await part.click();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText(RULE)).toBeVisible();
  await expect(expires).toBeFocused();
  await page.getByLabel('Name').fill('');
  await expires.fill('');

  await createAndOpenKey(page, merchant, 'With an expiry');
  await expires.fill('2090-05-01');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await expires.focus();
  await page.keyboard.press('Backspace');
  await expect(expires).toHaveValue('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(RULE)).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(expires).toHaveValue('2090-05-01');
});
