import { deriveReceive } from '@/test/support/derive-receive';
import { createTestKey, randomDescriptor } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';
import { readQr } from './support/read-qr';

const ACCOUNT = (text: string) => /tpub\w+/.exec(text)?.[0] ?? '';

test('the page of a wallet lists its addresses by index, each with its derivation path', async ({
  page,
  merchant,
  signIn,
}) => {
  const account = ACCOUNT(randomDescriptor('regtest'));
  const descriptor = `tr([d34db33f/86h/1h/0h]${account}/0/*)`;
  const { merchantId } = await createTestKey(merchant.base.db, { descriptor });
  const shows = async (index: number) => {
    const { address } = deriveReceive(descriptor, 'regtest', index);
    const shown = page.getByRole('region', { name: 'Address', exact: true }).locator('.address');
    await expect(shown).toHaveText(address);
    await expect(page.locator('dd', { hasText: `m/86h/1h/0h/0/${index}` })).toHaveCount(1);
    return address;
  };
  await signIn('member', merchantId);
  await page.goto('/dashboard/wallets');
  await page.getByRole('link', { name: 'Compare with device' }).click();
  await shows(0);
  await expect(page.getByText('Device d34db33f')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next' }).click();
  await shows(1);
  await page.getByLabel('Index').fill('2147483647');
  await page.keyboard.press('Enter');
  const last = await shows(2_147_483_647);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  expect(await readQr(page.getByRole('img', { name: 'QR code' }))).toBe(last);
  await page.reload();
  await shows(2_147_483_647);
});

test('a member can confirm that the signing device shows the same address, but a viewer cannot', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId, walletId } = await createTestKey(merchant.base.db);
  const path = `/dashboard/wallets/${walletId}/address`;
  const button = page.getByRole('button', { name: 'The device shows the same address' });
  await signIn('viewer', merchantId);
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible();
  await expect(button).toHaveCount(0);
  await signIn('member', merchantId);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Compare address' }).click();
  await expect(page).toHaveURL(path);
  await button.click();
  await expect(
    page.getByText(/confirmed that the device shows the address of index 0/),
  ).toBeVisible();
  await page.goto('/dashboard/wallets');
  await expect(page.getByText(/^Index 0 compared with the device by/)).toBeVisible();
  await page.goto('/dashboard');
  const step = page.getByRole('listitem').filter({ hasText: 'Check the first address' });
  await expect(step).toContainText('Done');
  await expect(step).toContainText('Compared by');
});

test('a wallet’s addresses can be browsed with the keyboard alone', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  await page.goto(`/dashboard/wallets/${merchant.key.walletId}/address`);
  const next = page.getByRole('button', { name: 'Next' });
  const field = page.getByLabel('Index');
  await next.focus();
  for (const index of [1, 2]) {
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`index=${index}$`));
    await expect(field).toHaveValue(String(index));
    await expect(next).toBeFocused();
  }
  await field.fill('7');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/index=7$/);
  await expect(field).toBeFocused();
});

test('the page of a payment shows its address and, unless the customer provided the address, the derivation path', async ({
  page,
  merchant,
  signIn,
}) => {
  const own = await merchant.create({ reference: 'Derived 1' });
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${own.id}`);
  await page.getByRole('link', { name: 'Compare with device' }).click();
  await expect(page).toHaveURL(/\/address$/);
  // The hidden sheet for printing contains this text too.
  await expect(page.getByText('Derived 1').filter({ visible: true })).toBeVisible();
  await expect(page.getByText(/^…\/0\/\d+$/).filter({ visible: true })).toBeVisible();
  const custom = deriveReceive(randomDescriptor('regtest'), 'regtest', 0).address;
  await merchant.base.db.execute(
    `update api_key set allow_custom_addresses = true where id = '${merchant.key.id}'`,
  );
  const given = await merchant.create({ destination_address: custom });
  await page.goto(`/dashboard/payments/${given.id}/address`);
  await expect(page.getByText('It has no path in your wallet')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Address', exact: true }).locator('.address'),
  ).toHaveText(custom);
});

test('a printed wallet address contains only the derivation path, the address and its QR code', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id, address } = await merchant.create();
  await signIn('viewer');
  await page.goto(`/dashboard/payments/${id}/address`);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  const sheet = page.locator('.print-sheet');
  await expect(sheet.locator('.address')).toHaveText(address);
  await expect(sheet).toContainText('…/0/');
});
