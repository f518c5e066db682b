import type { Page } from '@playwright/test';
import { randomDescriptor } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';
import { delayResponses } from './support/delay-responses';
import { createAndOpenKey } from './support/new-key';
import { whenHydrated } from './support/when-hydrated';

const PREVIEW = '**/api/dashboard/keys/preview';

async function fillIn(page: Page, name: string) {
  await page.goto('/dashboard/keys/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Wallet').selectOption('New wallet');
  await page.getByLabel('Descriptor, public key or file').fill(randomDescriptor('regtest'));
}

test('an error in the collapsed part of the key form expands this part and focuses the field', async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillIn(page, 'Closed part');
  const part = page.getByText('Webhooks, mails and restrictions');
  const ips = page.getByLabel('Allowed IP addresses');
  await part.click();
  await ips.fill('office');
  await part.click();
  await expect(ips).toBeHidden();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText('"office" is neither an IP address nor a range')).toBeVisible();
  await expect(ips).toBeFocused();
});

test('if several fields of the key form are refused, the first of these fields gets the focus', async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillIn(page, 'Several faults');
  await page.getByText('Webhooks, mails and restrictions').click();
  const ips = page.getByLabel('Allowed IP addresses');
  await ips.fill('office');
  await page.getByLabel('Sites allowed to embed the payment page').fill('shop');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText('"office" is neither an IP address nor a range')).toBeVisible();
  await expect(page.getByText('"shop" is not an origin')).toBeVisible();
  await expect(ips).toBeFocused();
});

test('the preview of a wallet’s addresses can be retried, and its failure does not block creating the key', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.route(PREVIEW, (route) => route.abort());
  await fillIn(page, 'Without a preview');
  const preview = page.getByRole('region', { name: 'First addresses' });
  await expect(preview.getByRole('alert')).toContainText('The server cannot be reached.');
  await page.unroute(PREVIEW);
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByRole('listitem')).toHaveCount(5);

  await page.route(PREVIEW, (route) => route.abort());
  await fillIn(page, 'Without a preview');
  await expect(preview.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('heading', { name: 'Your new API key' })).toBeVisible();
});

test('an open key settings page shows changes from another tab and keeps unsaved text', async ({
  page,
  context,
  merchant,
  signIn,
}) => {
  await signIn();
  const { id } = await createAndOpenKey(page, merchant, 'In two tabs');
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.1');
  const other = await context.newPage();
  await other.goto(`/dashboard/keys/${id}`);
  await whenHydrated(other);
  await other.getByLabel('Name').fill('In both tabs');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Settings saved.')).toBeVisible();
  await other.close();

  await expect(page.getByLabel('Name')).toHaveValue('In both tabs');
  await expect(page.getByLabel('Allowed IP addresses')).toHaveValue('127.0.0.1');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'In both tabs' })).toBeVisible();
  await expect(page.getByLabel('Allowed IP addresses')).toHaveValue('127.0.0.1');
});

test('text typed into the key settings during a save is kept and marked as unsaved', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  await createAndOpenKey(page, merchant, 'Saved twice');
  const save = page.getByRole('button', { name: 'Save' });
  const held = await delayResponses(page, '**/api/dashboard/keys/*', 'PATCH');
  await page.getByLabel('Name').fill('Saved first');
  await save.click();
  await held.answered;
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.2');
  held.release();
  await expect(page.getByRole('heading', { name: 'Saved first' })).toBeVisible();
  await expect(page.getByLabel('Allowed IP addresses')).toHaveValue('127.0.0.2');
  const body = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  expect((await body).postDataJSON()).toEqual({ allowed_ips: ['127.0.0.2'] });
  await expect(page.getByRole('button', { name: 'Discard changes' })).toHaveCount(0);
});
