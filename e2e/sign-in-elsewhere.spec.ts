import { expectNoAxeViolations } from './support/axe';
import { expect, test } from './support/public-server';

test('at a host that APP_URL does not list, the sign-in page links to the listed URLs', async ({
  page,
  publicServer: { url },
}) => {
  await page.goto(`${url.replace('127.0.0.1', 'localhost')}/dashboard/keys`);
  await expect(page.getByRole('heading', { name: 'Sign in at another address' })).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await expectNoAxeViolations(page, 'the sign-in at another address');
  await page.getByRole('link', { name: url }).click();
  await expect(page).toHaveURL(`${url}/sign-in?callbackUrl=%2Fdashboard%2Fkeys`);
  await expect(page.getByLabel('Password')).toBeVisible();
});

test.describe('behind a proxy that reports the wrong scheme', () => {
  test.use({ extraHTTPHeaders: { 'x-forwarded-proto': 'http' } });

  test('behind a proxy that reports the wrong scheme, the sign-in form appears if APP_URL lists the browser’s URL', async ({
    page,
    publicServer: { url },
  }) => {
    await page.goto(`${url}/sign-in`);
    await expect(page.getByLabel('Password')).toBeVisible();
  });
});
