import { expect, pageOf, test } from './support/pay-test';
import { parsePaymentUri, readQr } from './support/read-qr';

test.use({ javaScriptEnabled: false });

test('without JavaScript a payer can pay, and see with "Check again" that it arrived', async ({
  page,
  merchant,
}) => {
  const created = await merchant.create();
  await page.goto(pageOf(merchant, created));
  const scanned = parsePaymentUri(await readQr(page.locator('.slip-qr')));
  expect(scanned).toEqual({ address: created.address, sats: 125_000 });
  const wallet = page.getByRole('link', { name: 'Open in wallet' });
  expect(parsePaymentUri((await wallet.getAttribute('href')) ?? '')).toEqual(scanned);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('.time-left')).toHaveText('59 min left');

  await merchant.pay(scanned.address, scanned.sats);
  await merchant.reaches(created.id, ({ status }) => status === 'detected');
  await page.getByRole('link', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await expect(page.getByText('UTC')).toBeVisible();
});
