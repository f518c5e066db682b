import type { Page } from '@playwright/test';
import { expect, test } from './support/dashboard-test';
import { addHistory } from './support/history';

const createdOf = (page: Page) => page.getByRole('row').nth(1).locator('time');

test('hovering over a time shows the exact time in UTC and in the viewer’s time zone', async ({
  merchant,
  page,
  signIn,
}) => {
  await signIn('viewer', await addHistory(merchant));
  await page.goto('/dashboard/payments');
  const time = createdOf(page);
  const utc = (await time.getAttribute('title')) ?? '';
  expect(utc).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await time.hover();
  await expect(time).toHaveAttribute('title', /^\d+ \w+ \d{4}, \d\d:\d\d:\d\d GMT\+[12] \(/);
  expect(await time.getAttribute('title')).toContain(`(${utc})`);
});

test('after the browser’s time zone has changed, times are shown in the new time zone', async ({
  context,
  merchant,
  page,
  signIn,
}) => {
  await signIn('viewer', await addHistory(merchant));
  const zone = { name: 'blocktally-zone', value: 'Asia/Tokyo', path: '/dashboard' };
  const { hostname: domain } = new URL(merchant.app.url);
  await context.addCookies([{ ...zone, domain }]);
  await page.clock.install();
  await page.goto('/dashboard/payments');
  const zoneOnHover = async () => {
    await createdOf(page).dispatchEvent('pointerover');
    return createdOf(page).getAttribute('title');
  };
  expect(await zoneOnHover()).toContain('GMT+9');
  await page.clock.fastForward('00:21');
  await expect.poll(zoneOnHover).toMatch(/GMT\+[12] /);
  const storedZone = async () =>
    (await context.cookies()).find(({ name }) => name === zone.name)?.value;
  await expect.poll(storedZone).toBe('Europe/Zurich');
});
