import { expect, paymentPageUrl, test } from './support/pay-test';
import { parsePaymentUri, readQr } from './support/read-qr';

const HINT = /^This page does not update automatically. Pay before .* UTC\.$/;

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, a customer can pay, and "Check again" shows that the payment arrived', async ({
    page,
    merchant,
  }) => {
    const created = await merchant.create();
    await page.goto(paymentPageUrl(merchant, created));
    const scanned = parsePaymentUri(await readQr(page.locator('.slip-qr')));
    expect(scanned).toEqual({ address: created.address, sats: 125_000 });
    const wallet = page.getByRole('link', { name: 'Open in wallet' });
    expect(parsePaymentUri((await wallet.getAttribute('href')) ?? '')).toEqual(scanned);
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(page.locator('.time-left')).toHaveText('59 min left');
    await expect(page.getByText(HINT)).toBeVisible();

    await merchant.pay(scanned.address, scanned.sats);
    await merchant.reaches(created.id, ({ status }) => status === 'detected');
    await page.getByRole('link', { name: 'Check again' }).click();
    await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
    await expect(page.getByText('UTC')).toBeVisible();
  });
});

test('the payment page shows a notice if its script fails to load', async ({ page, merchant }) => {
  const created = await merchant.create();
  await page.route(/\/pay\/co_/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<script>.*<\/script>/s, '');
    await route.fulfill({ response, body });
  });
  await page.goto(paymentPageUrl(merchant, created));
  await expect(page.getByText(HINT)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check again' })).toBeVisible();
});

test('if its script runs, the payment page does not ask the customer to reload', async ({
  page,
  merchant,
}) => {
  await page.goto(paymentPageUrl(merchant, await merchant.create()));
  await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Check again' })).toBeHidden();
});
