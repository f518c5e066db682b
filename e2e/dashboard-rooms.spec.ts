import config from '@/next.config.mjs';
import { expect, test } from './support/dashboard-test';

test('each former URL of the dashboard redirects permanently to its new page and keeps the query', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  const moved = (await config.redirects?.()) ?? [];
  expect(moved.length).toBeGreaterThan(0);
  for (const { source: form, has, destination } of moved) {
    const source = form.replace(':key', merchant.key.id);
    const asked = (has ?? []).map((one) => `${one.key}=${one.value ?? 'x'}`);
    const query = [...asked, 'action=key.rotate', 'q=a%26b'].join('&');
    const { status, location } = await page.request
      .get(`${source}?${query}`, { maxRedirects: 0 })
      .then((response) => ({
        status: response.status(),
        location: response.headers().location,
      }));
    expect({ source, status, location }).toEqual({
      source,
      status: 308,
      location: `${destination}?${query}`,
    });
    const response = await page.goto(destination);
    expect(response?.status(), destination).toBe(200);
  }
});

test('the sidebar lists the pages in order, and marks the current page even if a subpage is open', async ({
  page,
  signIn,
}) => {
  await signIn('owner');
  const nav = page.getByRole('navigation', { name: 'Dashboard' });
  for (const [path, room] of [
    ['/dashboard', 'Home'],
    ['/dashboard/team/audit', 'Team'],
    ['/dashboard/webhooks/check', 'Webhooks'],
    ['/dashboard/keys/new', 'API keys'],
    ['/dashboard/shops/woocommerce', 'Settings'],
  ] as const) {
    await page.goto(path);
    await expect(nav.locator('[aria-current="page"]'), path).toHaveText(room);
  }
  await expect(nav.getByRole('link')).toHaveText([
    'Home',
    'Payments',
    'Links',
    'Customers',
    'Reports',
    'Webhooks',
    'API keys',
    'Requests',
    'Health',
    'Wallets',
    'Team',
    'Settings',
  ]);
});

test('the Team page has one tab for members and one for the audit log', async ({
  page,
  signIn,
}) => {
  await signIn();
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Team' }).click();
  const tabs = page.getByRole('navigation', { name: 'Team' });
  await tabs.getByRole('link', { name: 'Audit log' }).click();
  await expect(page).toHaveURL(/\/dashboard\/team\/audit$/);
  await expect(page.getByText('Entries cannot be edited or deleted.')).toBeVisible();
  await tabs.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible();
});
