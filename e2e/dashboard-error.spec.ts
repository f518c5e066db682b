import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { withoutDatabase } from './support/without-database';

const CHUNKS = '**/_next/static/chunks/**';
const filtersOf = (page: Page) => page.getByRole('button', { name: 'Filters', exact: true });

test('if a click fails to load a part of the page, another click loads this part', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Still there' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await page.route(CHUNKS, (route) => route.abort());
  await filtersOf(page).click();
  const notes = page.getByRole('region', { name: 'Notifications' });
  await expect(notes).toContainText('A part of this page could not be loaded.');
  await expect(page.getByRole('link', { name: 'Still there' }).first()).toBeVisible();
  await page.unroute(CHUNKS);
  await filtersOf(page).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible();
});

test('a list can still be used if the script of its filters fails to load', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id } = await merchant.create({ reference: 'Looked for' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  await page.route(CHUNKS, (route) => route.abort());
  await page.getByRole('searchbox').fill(id);
  const notes = page.getByRole('region', { name: 'Notifications' });
  await expect(notes).toContainText('A part of this page could not be loaded.');
  await expect(page.getByRole('link', { name: 'Looked for' })).toBeVisible();
  await page.unroute(CHUNKS);
  await page.getByRole('searchbox').fill('');
  await expect(page).toHaveURL(/\/payments$/);
  await page.getByRole('searchbox').fill(id);
  await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible();
});

test('after a filter change, old rows are dimmed until new rows load, and removed if loading fails', async ({
  page,
  merchant,
  signIn,
}) => {
  await merchant.create({ reference: 'Not verified' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  const standIn = page.getByRole('link', { name: 'Not verified' }).first();
  await expect(standIn).toBeVisible();
  const chips = page.getByRole('group', { name: 'Confirmation' });
  let isAway = false;
  let waiting = 0;
  // While `isAway` is true, requests fail. While `isAway` is false, requests get no response.
  await page.route('**/api/dashboard/payments?*', async (route) => {
    if (isAway) await route.abort();
    else waiting += 1;
  });
  await chips.getByText('Confirmed').click();
  await expect(page.locator('[aria-busy="true"]').filter({ has: standIn })).toHaveCSS(
    'opacity',
    '0.5',
  );
  isAway = true;
  await chips.getByText('Open').click();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  isAway = false;
  const before = waiting;
  await expect.poll(() => waiting).toBeGreaterThan(before);
  await expect(again).toBeVisible();
  await expect(standIn).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('“Try again” loads a page that the server failed to render', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('viewer');
  await page.goto('/dashboard/team');
  const url = merchant.base.url;
  const error = page.getByRole('alert').filter({ hasText: 'This page could not be loaded' });
  const looksRight = async () => {
    await expect(error).toContainText('The server’s log has details');
    expect(await findAxeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await findOverflowingElements(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await withoutDatabase(url, async () => {
    await page.getByRole('link', { name: 'API keys' }).click();
    await looksRight();
    await expect(page.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
  });
  await error.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
  await withoutDatabase(url, async () => {
    await page.reload();
    await looksRight();
  });
  await error.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
});
