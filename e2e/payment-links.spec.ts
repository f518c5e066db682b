import { findAxeViolations } from './support/axe';
import { expect, test } from './support/pay-test';
import { makeLink, readLink } from './support/payment-link';

const FREE = { free_amount: { currency: 'EUR', minimum: '2.00', suggested: '10.00' } };
const NOTE = { payer_note: { label: 'Your name', required: true } };
const FIXED = { amount_sats: 40_000 };

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript, a customer chooses an amount and pays, after which the link is used up', async ({
    page,
    browser,
    merchant,
  }) => {
    const link = await makeLink(merchant, { ...FREE, ...NOTE, max_payments: 1 });
    await page.goto(link.page);
    await expect(page.getByRole('heading', { name: 'A cup of tea' })).toBeVisible();
    await expect(page.getByLabel('Amount')).toHaveValue('10.00');
    await page.getByLabel('Amount').fill('1');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByText('At least €2.00.')).toBeVisible();
    await expect(page.getByText('Fill in this field.')).toBeVisible();
    // A screen reader would otherwise begin at the top of the page, and not read the error.
    await expect(page.getByLabel('Amount')).toBeFocused();
    await page.getByLabel('Amount').fill('3');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByLabel('Your name')).toBeFocused();

    await page.getByLabel('Amount').fill('12,50');
    await page.getByLabel('Your name').fill('Léa <b>');
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL(/\/pay\/co_/);
    await expect(page.getByText('€12.50')).toBeVisible();
    const address = (await page.locator('.slip-address').innerText()).replace(/\s/g, '');

    await page.goto(link.page);
    await expect(page.getByRole('button')).toHaveCount(0);
    const other = await browser.newPage({ javaScriptEnabled: false });
    await other.goto(link.page);
    await expect(other.getByText('A payment is still open here.')).toBeVisible();
    await other.close();
    await page.getByRole('link', { name: 'Back to your payment' }).click();
    await expect(page.locator('.slip-address')).toHaveText(new RegExp(address.slice(-4)));

    const sats = Number(await page.locator('.due-amount data').getAttribute('value'));
    await merchant.pay(address, sats);
    await expect.poll(async () => (await readLink(merchant, link.id)).status).toBe('used_up');
    await page.goto(link.page);
    await expect(page.getByText('Already paid.')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    expect(await readLink(merchant, link.id)).toMatchObject({ visits: 4, payments: 1 });
  });

  test('a customer enters the name and e-mail address that the link requires', async ({
    page,
    merchant,
  }) => {
    const link = await makeLink(merchant, {
      ...FIXED,
      customer_fields: { name: 'optional', email: 'required' },
    });
    await page.goto(`${link.page}?lang=de`);
    await expect(page.getByLabel('Ihr Name')).toHaveAttribute('autocomplete', 'name');
    await page.getByLabel('Ihr Name').fill('Ada Lovelace');
    await page.getByLabel('E-Mail').fill('ada');
    await page.locator('form button').click();
    await expect(page.getByText('Geben Sie eine E-Mail-Adresse ein')).toBeVisible();
    await expect(page.getByLabel('E-Mail')).toBeFocused();
    await expect(page.getByLabel('Ihr Name')).toHaveValue('Ada Lovelace');
    await page.getByLabel('E-Mail').fill('ada@example.com');
    await page.locator('form button').click();
    await expect(page).toHaveURL(/\/pay\/co_/);
    await expect(page.getByText(/Ada|ada@/)).toHaveCount(0);
  });
});

test('a customer who returns to the link and continues again gets the same payment', async ({
  page,
  merchant,
}) => {
  const link = await makeLink(merchant, FIXED);
  const proceed = async () => {
    await page.goto(link.page);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page).toHaveURL(/\/pay\/co_/);
    return page.url();
  };
  expect(await proceed()).toBe(await proceed());
  expect((await readLink(merchant, link.id)).payments).toBe(1);
});

test('Back leads from the payment page to the payment link’s form, even if the form refused an amount before', async ({
  page,
  merchant,
}) => {
  const link = await makeLink(merchant, { free_amount: { currency: 'SATS', minimum: '5000' } });
  await page.goto(link.page);
  await page.getByLabel('Amount').fill('4');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Amount').fill('6000');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(/\/pay\/co_/);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible();
});

test('the payment page uses the payment link’s language, and the way back to the link keeps this language', async ({
  page,
  merchant,
}) => {
  const link = await makeLink(merchant, FIXED);
  await page.goto(`${link.page}?lang=de`);
  await page.getByRole('button', { name: 'Weiter zur Zahlung' }).click();
  await expect(page.getByText('Adresse kopieren')).toBeVisible();
  await page.goto(`${link.page}?lang=de`);
  await page.getByRole('link', { name: 'Zurück zu Ihrer Zahlung' }).click();
  await expect(page.getByText('Adresse kopieren')).toBeVisible();
});

test('in a typed amount, the decimal mark of the language is never read as a thousands separator', async ({
  page,
  merchant,
}) => {
  const link = await makeLink(merchant, { free_amount: { currency: 'BTC', suggested: '0.5' } });
  await page.goto(link.page);
  await expect(page.getByLabel('Amount')).toHaveValue('0.5');
  await page.getByLabel('Amount').fill('1,234');
  await page.getByRole('button').click();
  await expect(page.getByText('Enter an amount in digits, such as 20.500.')).toBeVisible();
  await page.goto(`${link.page}?lang=de`);
  await expect(page.getByLabel('Betrag')).toHaveValue('0,5');
  await page.getByLabel('Betrag').fill('1,234');
  await page.getByRole('button').click();
  await expect(page.locator('.due-amount data')).toHaveAttribute('value', '123400000');
});

test('a form on another site, a HEAD request and a prefetch create no payment and count as no visit', async ({
  merchant,
  request,
}) => {
  const link = await makeLink(merchant, FIXED);
  const form = { token: 'x'.repeat(22) };
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: merchant.app.url, 'sec-fetch-site': 'cross-site' },
    {},
  ] as const) {
    const answer = await request.post(link.page, { form, headers, maxRedirects: 0 });
    expect(answer.status()).toBe(403);
  }
  expect((await request.head(link.page)).status()).toBe(200);
  await request.get(link.page, { headers: { 'sec-purpose': 'prefetch' } });
  const big = await request.post(link.page, {
    data: `note=${'x'.repeat(20_000)}`,
    headers: { origin: merchant.app.url, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(big.status()).toBe(400);
  expect(await readLink(merchant, link.id)).toMatchObject({ visits: 0, payments: 0 });
});

test('an unknown payment link returns 404, and the page of a deactivated payment link states that it is inactive', async ({
  page,
  merchant,
}) => {
  const unknown = await page.goto(`${merchant.app.url}/link/lnk_0000000000000000000000`);
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Link not found.' })).toBeVisible();
  const link = await makeLink(merchant, FIXED);
  await fetch(`${merchant.app.url}/v1/btc/payment_links/${link.id}/deactivate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${merchant.key.apiKey}` },
  });
  await page.goto(link.page);
  await expect(page.getByText('This link is no longer active.')).toBeVisible();
});

test('the page of a payment link shows only the merchant’s name and the information for customers', async ({
  merchant,
  request,
}) => {
  const link = await makeLink(merchant, {
    ...FIXED,
    metadata: { secret: 'tell-nobody' },
    reference: 'inner-reference',
    webhook_url: 'http://127.0.0.1:9/secret-hook',
  });
  const html = await (await request.get(link.page)).text();
  expect(html).toContain('Test shop');
  const { id, merchantId, descriptor } = merchant.key;
  for (const hidden of [
    'tell-nobody',
    'inner-reference',
    'secret-hook',
    id,
    merchantId,
    descriptor,
  ]) {
    expect(html).not.toContain(hidden);
  }
});

for (const language of ['en', 'ar']) {
  test(`in language ${language}, the page of a payment link has no axe violations`, async ({
    page,
    merchant,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const free = await makeLink(merchant, { ...FREE, ...NOTE });
    const ended = await makeLink(merchant, { ...FIXED, max_payments: 1 });
    await page.goto(`${free.page}?lang=${language}`);
    expect.soft(await findAxeViolations(page), 'free').toEqual([]);
    await page.getByRole('button').click();
    expect.soft(await findAxeViolations(page), 'wrong').toEqual([]);
    await page.goto(`${ended.page}?lang=${language}`);
    expect.soft(await findAxeViolations(page), 'fixed').toEqual([]);
    await page.getByRole('button').click();
    await page.waitForURL(/\/pay\//);
    await page.goto(`${ended.page}?lang=${language}`);
    expect.soft(await findAxeViolations(page), 'own').toEqual([]);
    await page.context().clearCookies();
    await page.reload();
    expect.soft(await findAxeViolations(page), 'reserved').toEqual([]);
  });
}
