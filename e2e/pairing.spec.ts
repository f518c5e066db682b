import { createMerchant } from '@/lib/accounts/create-merchant';
import { addMember, createUser } from '@/lib/accounts/create-user';
import { hashPassword } from '@/lib/accounts/hash-password';
import { createTestKey } from '@/test/support/factories';
import { expectNoAxeViolations } from './support/axe';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { expect, test } from './support/pairing-shop';

test.describe.configure({ timeout: 90_000 });

const PASSWORD = 'correct horse battery staple';

test('when an owner signs in and consents, the shop gets a working key, which the owner can revoke', async ({
  page,
  merchant,
  shop,
}) => {
  const { db } = merchant.base;
  const { merchantId } = merchant.key;
  const email = `${Date.now()}@shop.example`;
  const passwordHash = await hashPassword(PASSWORD);
  const userId = await createUser(db, { email, passwordHash }, new Date());
  await addMember(db, { merchantId, userId, role: 'owner' }, new Date());
  const store = await createTestKey(db, { merchantId, name: 'Tea shop till' });

  await page.goto(shop.ask());
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('WooCommerce asks to connect to')).toBeVisible();
  await expect(page.locator('.pairing-host')).toHaveText(new URL(shop.origin).host);
  await expect(page.getByText('create invoices', { exact: true })).toBeVisible();
  await expect(page.getByText('Also requested, but not supported here:')).toContainText(
    'btcpay.store.cancreatenonapprovedpullpayments',
  );
  for (const width of [320, 390, 1_280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await findOverflowingElements(page), `at ${width} px`).toEqual([]);
  }
  await expectNoAxeViolations(page, 'consent');
  await page.getByRole('radio', { name: 'Tea shop till regtest' }).check();
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'Tea shop settings' })).toBeVisible();

  const [form = new URLSearchParams()] = shop.received;
  expect(form.get('userId')).toBe(userId);
  expect(form.getAll('permissions[]')).toEqual(
    [
      'btcpay.store.canviewinvoices',
      'btcpay.store.cancreateinvoice',
      'btcpay.store.canviewstoresettings',
      'btcpay.store.canmodifyinvoices',
      'btcpay.store.webhooks.canmodifywebhooks',
    ].map((name) => `${name}:${store.id}`),
  );
  const ask = async () => {
    const headers = { authorization: `token ${form.get('apiKey')}` };
    const response = await fetch(`${merchant.app.url}/api/v1/stores/${store.id}`, { headers });
    return response.status;
  };
  expect(await ask()).toBe(200);

  await page.goto('/dashboard/shops/woocommerce');
  const host = new URL(shop.origin).host;
  const connection = page.getByRole('region', { name: host });
  await expect(connection.getByText('Connected', { exact: true })).toBeVisible();
  await connection.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(connection).toHaveCount(0);
  expect(await ask()).toBe(401);
  await page.goto('/dashboard/team/audit');
  for (const verb of ['connected', 'disconnected']) {
    const text = `${email} ${verb} WooCommerce at ${host} with API key Tea shop till`;
    await expect(page.getByRole('cell', { name: text, exact: true })).toBeVisible();
  }
});

test('a plugin that pairs again gets a new token, and its old token stops working', async ({
  page,
  merchant,
  shop,
  signIn,
}) => {
  await signIn();
  for (let i = 0; i < 2; i += 1) {
    await page.goto(shop.ask({ applicationIdentifier: 'magento2' }));
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByRole('heading', { name: 'Tea shop settings' })).toBeVisible();
  }
  const statuses = await Promise.all(
    shop.received.map(async (form) => {
      const headers = { authorization: `token ${form.get('apiKey')}` };
      return (await fetch(`${merchant.app.url}/api/v1/stores`, { headers })).status;
    }),
  );
  expect(statuses).toEqual([401, 200]);
});

test('pairing is refused for http URLs, unsupported permissions, viewers, and stores of other merchants', async ({
  page,
  merchant,
  shop,
  signIn,
}) => {
  await signIn();
  await page.goto(shop.ask({ redirect: 'http://shop.example/callback' }));
  await expect(page.getByText('only sent to addresses that begin with https://')).toBeVisible();
  await page.goto(`${shop.ask()}&permissions=btcpay.server.canmodifyserversettings`);
  await expect(page.getByText(/does not offer: btcpay\.server\.canmodify/)).toBeVisible();
  await expectNoAxeViolations(page, 'refusal');
  await page.goto(
    `${shop.ask({ strict: 'false' })}&permissions=btcpay.server.canmodifyserversettings`,
  );
  await expect(page.getByText('Also requested, but not supported here:')).toContainText(
    'canmodifyserversettings',
  );

  const other = await createTestKey(merchant.base.db);
  await page
    .locator('input[name=store]')
    .first()
    .evaluate((input, id) => {
      (input as HTMLInputElement).value = id;
    }, other.id);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByRole('heading', { name: 'This store is not yours' })).toBeVisible();

  await signIn('viewer');
  await page.goto(shop.ask());
  await expect(page.getByText('Only an owner can do this.')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  expect(shop.received).toEqual([]);
});

test('a form from another site cannot grant consent, and no site can frame the consent page', async ({
  page,
  shop,
  signIn,
}) => {
  await signIn();
  const url = new URL(shop.ask());
  url.searchParams.set('consent', 'yes');
  const fields = [...url.searchParams].map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  );
  await page.goto(shop.origin);
  await page.setContent(
    `<form method="post" action="${url.origin}/api-keys/authorize">${fields.join('')}<button>Go</button></form>`,
  );
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page).toHaveURL(/\/(?:sign-in|api-keys\/authorize)/);
  expect(shop.received).toEqual([]);
  const response = await page.goto(shop.ask());
  expect(response?.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(response?.headers()['x-frame-options']).toBe('DENY');
});

test('without a redirect URL, pairing shows the new key; a merchant without API keys must create one before pairing', async ({
  page,
  merchant,
  shop,
  signIn,
}) => {
  await signIn();
  await page.goto(shop.ask({ redirect: '' }));
  await page.getByRole('button', { name: 'Create the key' }).click();
  const token = await page.locator('.pairing dd').first().textContent();
  expect(token).toMatch(/^btly_reg_/);
  await expectNoAxeViolations(page, 'key');
  const { id } = await createMerchant(merchant.base.db, 'Empty', new Date());
  await signIn('owner', id);
  await page.goto(shop.ask());
  await expect(page.getByRole('link', { name: 'Create API key' })).toBeVisible();
});
