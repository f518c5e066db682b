import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

const DATE_RULE = 'Enter a complete date and time, from 1970 to 9999.';
const SATS_RULE = 'Enter a whole number of satoshis, without a point or comma.';

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Filters' });

async function openSheet(page: Page) {
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expect(sheetOf(page)).toBeVisible();
}

const createdIn = (page: Page) => sheetOf(page).getByRole('group', { name: 'Created' });

test.beforeEach(async ({ merchant }) => {
  await merchant.create({ reference: 'Any payment' });
});

test('a date filter is not applied while the user is still typing the year', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openSheet(page);
  const from = createdIn(page).getByLabel('From');
  await from.focus();
  // Day and month are both 01, because the system decides which comes first.
  await page.keyboard.type('01012026');
  await page.keyboard.press('Tab');
  await page.keyboard.type('143000');
  await expect(from).toHaveValue(/^2026-01-01T14:30(:00)?$/);
  expect(asked.filter((url) => url.includes('from='))).toEqual([]);
  await page.keyboard.press('Enter');
  // 1767274200 is 14:30 in Zurich.
  await expect(page).toHaveURL(/\?from=1767274200$/);
  await expect(from).toHaveValue(/^2026-01-01T14:30(:00)?$/);
});

test('a date filter that is too early or incomplete is kept in its field with an error', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await openSheet(page);
  const from = createdIn(page).getByLabel('From');
  const to = createdIn(page).getByLabel('To');
  await from.fill('1969-07-20T20:17');
  await to.focus();
  await expect(from).toHaveAccessibleDescription(DATE_RULE);
  await expect(from).toHaveValue(/^1969-07-20T20:17/);
  await page.keyboard.type('0103');
  await from.focus();
  await expect(to).toHaveAccessibleDescription(DATE_RULE);
  await expect(page).toHaveURL(/\/payments$/);
});

test('“Clear filters” and the back button remove an invalid amount and its error', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await openSheet(page);
  const least = sheetOf(page).getByLabel('At least (sat)');
  await least.fill('0.5');
  await least.press('Enter');
  await expect(least).toHaveAccessibleDescription(SATS_RULE);
  await sheetOf(page).getByRole('button', { name: 'Clear filters' }).click();
  await expect(least).toHaveValue('');
  await expect(least).not.toHaveAttribute('aria-invalid');
  await least.fill('5 000');
  await least.press('Enter');
  await expect(page).toHaveURL(/\?min=5000$/);
  await expect(least).toHaveValue('5000');
  await least.fill('much');
  await least.press('Enter');
  await expect(least).toHaveAccessibleDescription(SATS_RULE);
  await page.goBack();
  await expect(page).toHaveURL(/\/payments$/);
  await expect(least).toHaveValue('');
  await expect(least).not.toHaveAttribute('aria-invalid');
});

test('the filter sheet applies a valid amount; for an invalid amount, it shows an error before closing', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  const least = sheetOf(page).getByLabel('At least (sat)');
  const show = sheetOf(page).getByRole('button', { name: /^Show/ });
  for (const close of [() => page.keyboard.press('Escape'), () => show.click()]) {
    await openSheet(page);
    await expect(least).toHaveValue('');
    await least.fill('12,5');
    await close();
    await expect(least).toBeFocused();
    await expect(least).toHaveAccessibleDescription(SATS_RULE);
    await close();
    await expect(sheetOf(page)).toHaveCount(0);
  }
  await openSheet(page);
  await least.fill('700');
  await show.click();
  await expect(sheetOf(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\?min=700$/);
});

test('the times of active filters are in the viewer’s time zone, even in the server’s HTML', async ({
  page,
  signIn,
}) => {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await signIn('viewer');
  await page.goto('/dashboard/payments?from=1772371800');
  const chips = page.getByRole('list', { name: 'Active filters' });
  await expect(chips).toContainText('From 1 Mar 2026, 14:30:00 GMT+1');
  // By now, the cookie contains the time zone.
  const html = await (await page.request.get('/dashboard/payments?from=1772371800')).text();
  expect(html).toContain('From 1 Mar 2026, 14:30:00 GMT+1');
  await page.reload();
  await expect(chips).toContainText('From 1 Mar 2026, 14:30:00 GMT+1');
  expect(faults).toEqual([]);
});

test('filter values in the URL that the API would refuse are ignored', async ({ page, signIn }) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments?from=999999999999999&to=-5&min=1e3&max=9999999999999999');
  await expect(page.getByRole('link', { name: 'Any payment' }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0);
});

test('removing a filter moves the focus to the next filter, or to the page if none is left', async ({
  page,
  signIn,
}) => {
  await signIn('viewer');
  await page.goto(
    '/dashboard/payments?status=expired,expired&worklist=open&reasons=late,overpaid&min=5',
  );
  const chip = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` });
  await chip('Needs your decision').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?status=expired,expired&min=5$/);
  await expect(chip('At least 5 sat')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chip('Expired')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments$/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('invalid filters fit a phone and have no axe violations', async ({ page, signIn }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 800 });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await openSheet(page);
  await sheetOf(page).getByLabel('At least (sat)').fill('0.5');
  await createdIn(page).getByLabel('From').fill('1969-07-20T20:17');
  await createdIn(page).getByLabel('To').focus();
  await expect(sheetOf(page).getByRole('alert')).toHaveCount(2);
  expect(await findOverflowingElements(page)).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
});

test('removing two filters in quick succession removes both of them', async ({ page, signIn }) => {
  await signIn('viewer');
  await page.goto('/dashboard/payments?status=expired&min=5&max=9');
  const chip = (name: string) => page.getByRole('button', { name: `Remove filter ${name}` });
  await chip('At least 5 sat').click();
  await expect(page).toHaveURL(/\?status=expired&max=9$/);
  // Imitates the router, which restores the old URL until it has rendered the change.
  await page.evaluate(() =>
    History.prototype.replaceState.call(
      history,
      history.state,
      '',
      '/dashboard/payments?status=expired&min=5&max=9',
    ),
  );
  await chip('Expired').click();
  await expect(page).toHaveURL(/\?max=9$/);
});
