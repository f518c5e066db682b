import { addPayment } from '@/test/support/customer-shop';
import { createTestKey } from '@/test/support/factories';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

test('an owner finds a customer, sees the customer’s payments, and erases the customer', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId, apiKey } = await createTestKey(merchant.base.db);
  const create = (reference: string, customer?: object) =>
    fetch(`${merchant.app.url}/v1/btc/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ amount_sats: 25_000, reference, customer },
        metadata: { size: `${reference} size` },
      }),
    });
  await signIn('owner', merchantId);
  await page.goto('/dashboard/customers');
  await expect(page.getByText('No customers yet.')).toBeVisible();
  expect(await findAxeViolations(page)).toEqual([]);
  await create('Order 1', { name: 'Ada Lovelace', email: 'ada@example.com' });
  await create('Order 2', { name: 'Ada Lovelace', email: 'ADA@example.com' });
  await create('Order 3', { name: 'Grace Hopper' });
  await create('Order 4');

  const room = page.getByRole('table', { name: 'Customers' });
  await page.reload();
  await expect(room.getByRole('row')).toHaveCount(3);
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('searchbox').fill('ada');
  await expect(room.getByRole('row')).toHaveCount(2);
  await room.getByRole('link', { name: 'Ada Lovelace' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
  await expect(page).not.toHaveURL(/ada|lovelace/i);
  await expect(page.locator('[data-row-link]')).toHaveText(['Order 2', 'Order 1']);
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await findAxeViolations(page)]).toEqual([width, []]);
    expect([width, await findOverflowingElements(page)]).toEqual([width, []]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'View in Payments' }).click();
  await expect(page.getByRole('button', { name: 'Customer: Ada Lovelace' })).toBeVisible();
  await expect(page.locator('[data-row-link]')).toHaveText(['Order 2', 'Order 1']);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Metadata columns').fill('size');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByRole('columnheader', { name: 'size' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Order 2 size' })).toBeVisible();
  await page.getByRole('link', { name: 'Order 1' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Ada Lovelace' }).click();

  await page.getByRole('button', { name: 'Erase customer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase customer' }).click();
  await expect(page.getByText('Customer erased.')).toBeVisible();
  await expect(room.getByRole('row')).toHaveCount(2);
  await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
});

test('a member adds a customer to a payment, and can search for the customer on every page', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId } = await createTestKey(merchant.base.db);
  await signIn('member', merchantId);
  await page.goto('/dashboard/payments/new');
  await page.getByLabel('Amount', { exact: true }).fill('25000');
  await page.getByText('More', { exact: true }).click();
  await page.getByLabel('E-mail').fill('grace');
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByText('Enter an e-mail address')).toBeVisible();
  await page.getByLabel('E-mail').fill('grace@example.com');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create payment' }).click();
  await expect(page.getByRole('heading', { name: 'Payment without reference' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'grace@example.com' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('grace');
  await page.getByRole('group', { name: 'Customers' }).getByRole('option').click();
  await expect(page.getByRole('heading', { name: 'grace@example.com' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Erase customer' })).toHaveCount(0);
});

test('if a merchant has two networks, a customer search in the palette shows each customer’s network', async ({
  page,
  merchant: { base },
  signIn,
}) => {
  const key = await createTestKey(base.db);
  const { merchantId } = key;
  await addPayment(base.db, key, { customer: { name: 'Ada Lovelace' } });
  await signIn('viewer', merchantId);
  const found = page.getByRole('group', { name: 'Customers' }).getByRole('option');
  const find = async () => {
    await page.goto('/dashboard/team');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('ada');
  };
  await find();
  await expect(found).toHaveText(['Ada Lovelace']);
  const signet = await createTestKey(base.db, { merchantId, network: 'signet' });
  await addPayment(base.db, signet, { customer: { name: 'Ada Byron' } });
  await find();
  await expect(found).toHaveText([/^Ada Byron\s*signet$/, /^Ada Lovelace\s*regtest$/]);
  expect(await findAxeViolations(page)).toEqual([]);
});
