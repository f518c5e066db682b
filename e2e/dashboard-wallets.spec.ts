import { createMerchant } from '@/lib/accounts/create-merchant';
import { createTestKey, randomDescriptor } from '@/test/support/factories';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { fetchStatusWithKey, secretSelector } from './support/new-key';

const DESCRIPTOR = 'Descriptor, public key or file';

test('an owner adds a wallet without an API key, and later creates a key for the wallet', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await createMerchant(merchant.base.db, 'Without keys', new Date());
  await signIn('owner', id);
  await page.goto('/dashboard/wallets');
  await expect(page.getByText('No wallets yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Add wallet' }).click();
  await page.getByLabel('Name').fill('Till wallet');
  const descriptor = randomDescriptor('regtest');
  await page.getByLabel(DESCRIPTOR).fill(descriptor.replace('(', '([d34db33f/84h/1h/0h]'));
  const preview = page.getByRole('region', { name: 'First addresses' });
  await expect(preview.getByRole('listitem')).toHaveCount(5);
  await expect(preview).toContainText('Device fingerprint: d34db33f');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save wallet' }).click();
  await expect(page.getByText('Not compared yet.')).toBeVisible();
  await page.getByRole('link', { name: 'Wallets', exact: true }).first().click();

  const card = page.getByRole('article', { name: 'Till wallet' });
  await expect(card).toContainText('Fingerprintd34db33f');
  expect(await findAxeViolations(page)).toEqual([]);
  await card.getByRole('link', { name: 'Create API key' }).click();
  await page.getByLabel('Name').fill('Till');
  await expect(page.getByLabel('Wallet').locator('option:checked')).toHaveText(
    'Till wallet (regtest)',
  );
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByRole('heading', { name: 'Your new API key' })).toBeVisible();
  expect(
    await fetchStatusWithKey(merchant, await page.locator(secretSelector('API key')).innerText()),
  ).toBe(200);
});

test('an owner renames a wallet, and the audit log records the change', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await createTestKey(merchant.base.db, { name: 'Web' });
  await signIn('owner', key.merchantId);
  await page.goto('/dashboard/wallets');
  const before = page.getByRole('article', { name: 'Native segwit' });
  await expect(before).toContainText('Fingerprintnot given');
  await before.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename wallet' });
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Cold storage');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Cold storage' })).toBeVisible();
  await page.goto('/dashboard/team/audit');
  const entry = page.getByRole('row').filter({ hasText: 'to Cold storage' });
  await entry.getByRole('link', { name: 'Native segwit' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/wallets#${key.walletId}$`));
});

test('adding a wallet that the merchant already has fails with an error that contains the existing wallet’s name', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await createTestKey(merchant.base.db);
  await signIn('owner', key.merchantId);
  await page.goto('/dashboard/wallets/new');
  await page.getByLabel('Name').fill('Twice');
  await page.getByLabel(DESCRIPTOR).fill(key.descriptor);
  await page.getByRole('button', { name: 'Save wallet' }).click();
  await expect(page.getByText('This is your wallet “Native segwit” already.')).toBeVisible();
  await expect(page.getByLabel(DESCRIPTOR)).toBeFocused();
});

test('members and viewers see the wallets’ names, but cannot add or rename wallets', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await createTestKey(merchant.base.db);
  for (const role of ['member', 'viewer'] as const) {
    await signIn(role, key.merchantId);
    await page.goto('/dashboard/wallets');
    await expect(page.getByRole('heading', { name: 'Native segwit' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rename' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Add wallet' })).toHaveCount(0);
    await page.goto('/dashboard/wallets/new');
    await expect(page.getByText('Only owners can add wallets.')).toBeVisible();
  }
});
