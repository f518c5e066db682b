import { eq } from 'drizzle-orm';
import { wallet } from '@/db/schema/accounts';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { createKey } from '@/lib/keys/create-key';
import { createTestActor } from '@/test/support/actor';
import { createTestKey, randomDescriptor, testVault } from '@/test/support/factories';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { createAndOpenKey, fetchStatusWithKey, secretSelector } from './support/new-key';

test('an owner compares the first addresses, creates a key, and sees the key’s secrets once', async ({
  page,
  merchant,
  signIn,
}) => {
  const descriptor = randomDescriptor('regtest');
  await signIn();
  await page.goto('/dashboard/keys');
  await page.getByRole('link', { name: 'Create API key' }).click();
  await page.getByLabel('Name').fill('Till 2');
  await page.getByLabel('Wallet').selectOption('New wallet');
  const field = page.getByLabel('Descriptor, public key or file');
  await field.fill(`${descriptor.slice(0, -3)})`);
  await expect(page.getByText('The descriptor has a single address')).toBeVisible();
  await field.fill(descriptor);
  const preview = page.getByRole('region', { name: 'First addresses' });
  await expect(preview.getByRole('listitem')).toHaveCount(5);
  const first = (await preview.getByRole('listitem').first().innerText()).replace(/^0|\s/g, '');
  await page.getByText('Webhooks, mails and restrictions').click();
  await page.getByLabel('Allowed IP addresses').fill('office');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText('"office" is neither an IP address nor a range')).toBeVisible();
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.0/8, ::1');
  await page.getByRole('button', { name: 'Create API key' }).click();

  await expect(page.getByRole('heading', { name: 'Your new API key' })).toBeFocused();
  const apiKey = await page.locator(secretSelector('API key')).innerText();
  expect(await page.locator(secretSelector('signing secret')).innerText()).toMatch(/^whsec_/);
  expect(await fetchStatusWithKey(merchant, apiKey)).toBe(200);
  await page.getByRole('button', { name: 'I have stored both' }).focus();
  await page.keyboard.press('c');
  const question = page.getByRole('dialog', { name: 'Have you stored the API key?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByText(apiKey, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'I have stored both' }).click();
  await expect(page).toHaveURL(/\/dashboard\/wallets\/wal_\w+\/address$/);
  await page.goto('/dashboard/keys');
  await page.getByRole('link', { name: 'Till 2' }).click();
  await expect(page.getByRole('heading', { name: 'Till 2' })).toBeVisible();
  await expect(page.getByText(apiKey)).toHaveCount(0);
  await expect(page.getByText('Active')).toBeVisible();

  await page.goto('/dashboard/wallets');
  await expect(page.getByText(descriptor.split('#')[0] ?? '-', { exact: false })).toBeVisible();
  const addresses = await page.getByRole('listitem').allInnerTexts();
  expect(addresses.map((text) => text.replace(/^\d|\s/g, ''))).toContain(first);
});

test('a private key that is entered as a wallet never leaves the browser', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard/keys/new');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  const xprv =
    'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
  await page.getByLabel('Wallet').selectOption('New wallet');
  const field = page.getByLabel('Descriptor, public key or file');
  for (const secret of [xprv, `wpkh(${xprv}/0/*)`]) {
    await field.fill(secret);
    await expect(page.getByText('It was not sent anywhere.')).toBeVisible();
  }
  await page.getByLabel('Name').fill('Leak');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await expect(page.getByText('It was not sent anywhere.')).toBeVisible();
  const asking = page.waitForRequest('**/api/dashboard/keys/preview');
  await field.fill('xpub-is-not-this');
  await asking;
  expect(asked.filter((url) => url.includes('/keys'))).toHaveLength(1);
});

test('a key is rotated with an overlap, then revoked', async ({ page, merchant, signIn }) => {
  await signIn();
  const key = await createAndOpenKey(page, merchant, 'Rotating');
  await page.getByRole('button', { name: 'Rotate the API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Overlap').selectOption('1 hour');
  await dialog.getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog.getByText('it is not shown again')).toBeVisible();
  const second = await dialog.locator(secretSelector('API key')).innerText();
  expect([
    await fetchStatusWithKey(merchant, key.apiKey),
    await fetchStatusWithKey(merchant, second),
  ]).toEqual([200, 200]);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await expect(page.getByText('is still accepted')).toBeVisible();

  await page.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Rotating revoked.')).toBeVisible();
  await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible();
  expect([
    await fetchStatusWithKey(merchant, key.apiKey),
    await fetchStatusWithKey(merchant, second),
  ]).toEqual([401, 401]);
  await expect(page.getByRole('button', { name: 'Rotate the API key' })).toHaveCount(0);
  await expect(page.getByLabel('Name')).toBeDisabled();
});

test('the events that an owner chooses for a key are still chosen after a reload', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  await createAndOpenKey(page, merchant, 'Choosing');
  const group = page.getByRole('group', { name: 'Webhook events' });
  const chosen = async () => {
    const boxes = await group.getByRole('checkbox', { checked: true }).all();
    return Promise.all(boxes.map((box) => box.getAttribute('value')));
  };
  await expect(group.getByRole('checkbox')).toHaveCount(EVENT_TYPES.length);
  expect(await chosen()).toEqual(['payment.detected', 'payment.confirmed']);
  await group.getByLabel('payment.detected').uncheck();
  await group.getByLabel('payment.reverted').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  await page.reload();
  await expect(group.getByLabel('payment.reverted')).toBeChecked();
  expect(await chosen()).toEqual(['payment.confirmed', 'payment.reverted']);
  await page.goto('/dashboard/team/audit');
  const rows = page.getByRole('row').filter({ hasText: 'Choosing' });
  await expect(rows.first()).toContainText(
    'changed API key Choosing: webhook events payment.detected payment.confirmed → payment.confirmed payment.reverted',
  );
});

test('showing a signing secret and changing settings are recorded in the audit log', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  const key = await createAndOpenKey(page, merchant, 'Audited');
  await page.getByRole('button', { name: 'Show signing secret' }).click();
  await expect(page.getByText(key.signingSecret)).toBeVisible();
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByText(key.signingSecret)).toHaveCount(0);
  await page.getByLabel('Allowed IP addresses').fill('198.51.100.7');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings saved.')).toBeVisible();
  expect(await fetchStatusWithKey(merchant, key.apiKey)).toBe(403);
  await page.goto('/dashboard/team/audit');
  const rows = page.getByRole('row').filter({ hasText: 'Audited' });
  await expect(
    rows.filter({ hasText: 'viewed the signing secret of API key Audited' }),
  ).toHaveCount(1);
  await expect(
    rows.filter({ hasText: 'changed API key Audited: allowed IPs none → 198.51.100.7' }),
  ).toHaveCount(1);
  await page.getByLabel('Action').selectOption('Left the team');
  await expect(page.getByText('No matching entries.')).toBeVisible();
});

test('members and viewers see keys and wallets, but no buttons for actions that only owners may perform', async ({
  page,
  merchant,
  signIn,
}) => {
  for (const role of ['member', 'viewer'] as const) {
    await signIn(role);
    await page.goto('/dashboard/keys');
    await expect(page.getByRole('link', { name: merchant.key.name }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create API key' })).toHaveCount(0);
    await page.goto(`/dashboard/keys/${merchant.key.id}`);
    await expect(page.getByRole('heading', { level: 1, name: merchant.key.name })).toBeVisible();
    await expect(page.getByRole('button', { name: /Rotate|Revoke|Show|Save/ })).toHaveCount(0);
    await page.goto('/dashboard/keys/new');
    await expect(page.getByText('Only owners can create API keys.')).toBeVisible();
    await page.goto('/dashboard/team/audit');
    await expect(page.getByText('Only owners can see the audit log.')).toBeVisible();
  }
});

test('for a wallet beyond its gap limit, the wallets page shows what to do', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await createTestKey(merchant.base.db);
  await merchant.base.db.update(wallet).set({ nextIndex: 34 }).where(eq(wallet.id, key.walletId));
  await signIn('viewer', key.merchantId);
  await page.goto('/dashboard/wallets');
  await expect(page.getByText('34 of 20')).toBeVisible();
  await expect(page.getByText('Set the gap limit of your wallet to 100 or more')).toBeVisible();
});

test('after an owner is removed, the API keys that this owner has seen are listed until they are revoked', async ({
  page,
  merchant,
  signIn,
}) => {
  const { db } = merchant.base;
  const { merchantId } = merchant.key;
  const partner = await createTestActor(db, merchantId, 'owner');
  const descriptor = randomDescriptor('regtest');
  const request = { merchantId, network: 'regtest' as const, descriptor, name: 'Market stall' };
  const { id } = await createKey(db, testVault, partner, request, new Date());
  await signIn();
  await page.goto('/dashboard/team');
  const email = `${partner.userId.slice(4).toLowerCase()}@test.example`;
  await page.getByRole('button', { name: `Remove ${email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  const alert = page.getByRole('listitem').filter({ hasText: 'Rotate Market stall' });
  await expect(alert).toContainText(`Former owners know the API key and signing secret: ${email}.`);
  expect(await findAxeViolations(page)).toEqual([]);
  await alert.getByRole('link').click();
  await expect(page).toHaveURL(`/dashboard/keys/${id}`);
  const soon = "now() + interval '20 hours'";
  await db.execute(`update api_key_secret set expires_at = ${soon} where api_key_id = '${id}'`);
  await db.execute(`update signing_secret set expires_at = ${soon} where owner_id = '${id}'`);
  await page.goto('/dashboard/keys');
  await expect(page.getByText(/They work until .* GMT\+[12]\./)).toBeVisible();
  await db.execute(`update api_key set revoked_at = now() where id = '${id}'`);
  await page.goto('/dashboard/keys');
  await expect(page.getByRole('link', { name: 'Market stall' })).toBeVisible();
  await expect(page.getByText('Needs attention')).toHaveCount(0);
});
