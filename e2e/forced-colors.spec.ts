import type { Locator } from '@playwright/test';
import { expect, test } from './support/dashboard-test';
import { createInState } from './support/pay-states';

/** An element without a background has the page's background. */
const look = (element: Locator) =>
  element.evaluate((shown) => {
    const { backgroundColor, color } = getComputedStyle(shown);
    return [backgroundColor.replace(/^rgba\((.*), 0\)$/, 'rgb($1)'), color];
  });

test('in forced-colors mode, the selected choice looks different from the other choices', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn('owner');
  await page.goto('/dashboard/payments?filter=verified');
  const chip = (name: string) => page.locator('label').filter({ hasText: name });
  expect.soft(await look(chip('Confirmed').last())).not.toEqual(await look(chip('All')));

  await page.getByRole('button', { name: /Merchant menu/ }).press('Enter');
  const item = (name: string) => page.getByRole('menuitem', { name });
  await item('Sign out').focus();
  expect.soft(await look(item('Sign out'))).not.toEqual(await look(item('Keyboard shortcuts')));
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  expect.soft(await look(options.first())).not.toEqual(await look(options.nth(1)));
  await page.keyboard.press('Escape');

  await page.goto('/dashboard/webhooks');
  const tabs = page.getByRole('navigation', { name: 'Deliveries' }).getByRole('button');
  expect.soft(await look(tabs.first())).not.toEqual(await look(tabs.nth(1)));
});

test('in forced-colors mode, the bars of missing confirmations have an outline', async ({
  page,
  merchant,
  signIn,
}) => {
  await createInState(merchant, 'seen');
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  const bars = page.locator('table .tally > span');
  await expect(bars.last()).toHaveCSS('border-top-width', '1px');
});
