import { createTestKey } from '@/test/support/factories';
import { expect, test } from './support/dashboard-test';
import { createInState } from './support/pay-states';

test('the list of payments marks each payment that was paid late', async ({
  page,
  merchant,
  signIn,
}) => {
  const late = await createInState(merchant, 'late');
  await signIn();
  await page.goto(`/dashboard/payments?q=${late.id}`);
  const row = page.getByRole('row').nth(1);
  await expect(row.locator('.badge')).toHaveText(['Expired, paid late']);
  await page.goto(`/dashboard/payments/${late.id}`);
  await expect(page.locator('h1 ~ [aria-live] .badge')).toHaveText(['Expired, paid late']);
});

test('the list of payments shows no confirmations for an unpaid payment that expired or was canceled', async ({
  page,
  merchant,
  signIn,
}) => {
  const ended = [
    await createInState(merchant, 'expired'),
    await createInState(merchant, 'canceled'),
  ];
  await signIn();
  for (const { id } of ended) {
    await page.goto(`/dashboard/payments?q=${id}`);
    await expect(page.getByRole('row').nth(1)).toContainText(/Expired|Canceled/);
    await expect(page.locator('table .tally')).toHaveCount(0);
    await page.goto(`/dashboard/payments/${id}`);
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
    await expect(page.locator('dl .tally')).toHaveCount(0);
  }
});

test('on a phone, a payment’s row shows the confirmations and any received amount that differs from the requested one', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const partly = await createInState(merchant, 'underpaid');
  const seen = await createInState(merchant, 'seen');
  await signIn();
  await page.goto(`/dashboard/payments?q=${partly.id}`);
  await expect(page.getByRole('table').getByText('90000 sat received')).toBeVisible();
  await page.goto(`/dashboard/payments?q=${seen.id}`);
  await expect(page.locator('table .tally:visible')).toHaveCount(1);
  await expect(page.getByText('1 of 6').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('table').getByText(/\d sat received/)).toHaveCount(0);
});

test('one press of Back leaves a search, even if the search text was changed several times', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Apricots' });
  await signIn();
  await page.goto('/dashboard/payments');
  const search = page.getByLabel('Search payments');
  for (const text of ['a', 'ap', 'apr', 'apri']) {
    await search.fill(text);
    await expect(page).toHaveURL(new RegExp(`[?&]q=${text}$`));
  }
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/payments$/);
  await expect(search).toHaveValue('');
});

test('the next page of a list opens at its top, and Back returns to the previous page', async ({
  page,
  merchant,
  signIn,
}) => {
  await Promise.all(Array.from({ length: 101 }, () => merchant.create()));
  await signIn('owner');
  await page.goto('/dashboard/payments');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('51 to 100 of 101')).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeInViewport();
  await page.goBack();
  await expect(page.getByText('1 to 50 of 101')).toBeVisible();
});

test('creating and canceling a payment in the dashboard each add one timeline entry', async ({
  page,
  merchant,
  signIn,
}) => {
  const { merchantId } = await createTestKey(merchant.base.db);
  await signIn('member', merchantId);
  await page.goto('/dashboard/payments/new');
  await page.getByLabel('Amount').fill('5000');
  await page.getByRole('button', { name: 'Create payment' }).click();
  const timeline = page.getByRole('list', { name: 'Payment timeline' });
  await expect(timeline.getByRole('listitem')).toHaveText([/^Created by \S+@\S+/]);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel payment' }).click();
  await expect(timeline.getByRole('listitem')).toHaveText([/^Created by/, /^Canceled by \S+@\S+/]);
});

test('if a search text is typed before hydration, the search runs after hydration', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Early apples' });
  await signIn();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await released;
    await route.continue();
  });
  const opened = page.goto('/dashboard/payments');
  await page.getByLabel('Search payments').fill('Early');
  release();
  await opened;
  await expect(page).toHaveURL(/[?&]q=Early$/);
  await expect(page.getByLabel('Search payments')).toHaveValue('Early');
});

test('the search field keeps a trailing space while the search runs', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Spaced 7' });
  await signIn('viewer');
  await page.clock.install();
  await page.goto('/dashboard/payments');
  const search = page.getByLabel('Search payments');
  await search.pressSequentially('Spaced ');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/[?&]q=Spaced$/);
  await expect(page.getByText('1 to 1 of 1')).toBeVisible();
  await search.pressSequentially('7');
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL(/[?&]q=Spaced\+7$/);
  await expect(search).toHaveValue('Spaced 7');
});

test('on a phone, a tap just below a payment’s reference opens the payment', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await merchant.create({ reference: 'Order 7' });
  await signIn();
  await page.goto(`/dashboard/payments?q=${id}`);
  const link = await page.getByRole('link', { name: 'Order 7' }).boundingBox();
  if (!link) throw new Error('no link');
  await page.mouse.click(link.x + link.width / 2, link.y + link.height + 10);
  await expect(page.getByRole('heading', { level: 1, name: 'Order 7' })).toBeVisible();
});

test('on a small laptop, a payment’s row shows the whole reference beside the customer', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const customer = { name: 'Jonas Brandenburger' };
  const fields = { reference: 'Order 4701', customer, required_confirmations: 6 };
  const made = await merchant.create(fields);
  await merchant.pay(made.address, 1_000_000);
  await signIn();
  await page.goto('/dashboard/payments');
  await expect(page.getByText('Detected, overpaid')).toBeVisible();
  const link = page.getByRole('link', { name: 'Order 4701' });
  expect(await link.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});
