import { expect, test } from './support/example-shop';
import { parsePaymentUri, readQr } from './support/read-qr';

test('a customer orders and pays, and the webhook marks the order as paid', async ({
  page,
  merchant,
  example,
}) => {
  await page.goto(example.url());
  await page.getByRole('button', { name: 'Buy with Bitcoin' }).click();
  await expect(page).toHaveURL(/\/pay\/co_/);
  const hosted = page.url();
  const { address, sats } = parsePaymentUri(await readQr(page.locator('.slip-qr')));
  expect(sats).toBe(25_000);

  await page.goto(example.url());
  await page.getByRole('link', { name: /^Order of/ }).click();
  await expect(page.getByRole('heading')).toHaveText('Waiting for your payment');
  const order = page.url();
  await page.getByRole('link', { name: 'Pay' }).click();
  await expect(page).toHaveURL(hosted);

  await merchant.pay(address, sats);
  await expect(page.getByRole('heading', { name: /^Payment seen/ })).toBeVisible();
  await page.waitForURL(order);
  await expect(page.getByRole('heading')).toHaveText('Payment seen');
  // An outdated page may send the order again, which leads to the existing payment.
  expect((await page.request.post(order, { maxRedirects: 0 })).headers().location).toBe(hosted);
  await page.goto(order);
  await expect(page.getByRole('heading')).toHaveText('Payment seen');
  await merchant.mine(1);
  await expect(page.getByRole('heading')).toHaveText('Paid. Thank you!');
  await page.goto(hosted);
  await expect(page.getByRole('heading', { name: 'Paid and confirmed.' })).toBeVisible();

  await example.restart();
  await page.goto(order);
  await expect(page.getByRole('heading')).toHaveText('Paid. Thank you!');
});

test('an unsigned webhook changes nothing, and a genuine webhook changes only what the API confirms', async ({
  page,
  example,
}) => {
  await page.goto(example.url());
  await page.getByRole('button', { name: 'Buy with Bitcoin' }).click();
  await expect(page).toHaveURL(/\/pay\/co_/);
  const { id, status, reference } = await example.newestPayment();
  expect(status).toBe('pending');

  expect(await example.tell('evt_forged', id, 'whsec_AAAA')).toBe(400);
  // This event reports a confirmation that has not happened.
  expect(await example.tell('evt_early', id)).toBe(204);
  expect(await example.tell('evt_early', id)).toBe(204);
  expect(await example.tell('evt_strange', 'pay_of_another_shop')).toBe(404);
  await page.goto(`${example.url()}/orders/${reference}`);
  await expect(page.getByRole('heading')).toHaveText('Waiting for your payment');
});
