import { eq, inArray } from 'drizzle-orm';
import { apiKey } from '@/db/schema/accounts';
import { paymentLink } from '@/db/schema/links';
import { payment } from '@/db/schema/payments';
import type { Currency } from '@/lib/domain/currency';
import { findAxeViolations } from './support/axe';
import { makeLink, readLink } from './support/payment-link';
import { expect, test } from './support/public-server';

const FIXED = { amount_sats: 40_000 };
const NOT_STARTED = 'The payment could not be started. Try again.';

const pageOn = ({ url }: { url: string }, { id }: { id: string }) => `${url}/link/${id}`;

for (const [what, fields, reason] of [
  ['a price but no exchange rates', { price: { amount: '5.00', currency: 'EUR' } }, 'switched off'],
  ['a plain http return_url', { ...FIXED, return_url: 'http://shop.example/' }, 'https://'],
] as const) {
  test(`a link with ${what} is reported as not available, and the log contains the reason`, async ({
    page,
    merchant,
    publicServer,
  }) => {
    const link = await makeLink(merchant, fields);
    await page.goto(pageOn(publicServer, link));
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(
      page.getByRole('heading', { name: 'This page is not available right now.' }),
    ).toBeVisible();
    const logged = publicServer.output().split('\n');
    expect(logged.find((line) => line.includes(link.id))).toContain(reason);
  });
}

test('a link priced above the bitcoin supply is unavailable, and an entered amount above the supply is refused as invalid', async ({
  page,
  merchant,
  publicServer,
}) => {
  const huge = '999999999999999';
  const priced = await makeLink(merchant, { price: { amount: '1', currency: 'BTC' } });
  const amount = { kind: 'price', asked: { amount: huge, currency: 'BTC' as Currency } } as const;
  await merchant.base.db.update(paymentLink).set({ amount }).where(eq(paymentLink.id, priced.id));
  await page.goto(pageOn(publicServer, priced));
  await page.getByRole('button').click();
  await expect(page.getByText('This page is not available right now.')).toBeVisible();
  const free = await makeLink(merchant, { free_amount: { currency: 'BTC', minimum: '0.1' } });
  await page.goto(pageOn(publicServer, free));
  await page.getByLabel('Amount').fill(huge);
  await page.getByRole('button').click();
  await expect(page.getByText('Enter an amount in digits, such as 20.500.')).toBeVisible();
  await expect(page.getByText('At least')).toHaveCount(0);
});

test('a form from another site creates no payment, and the link’s page shows an error', async ({
  page,
  merchant,
  publicServer,
  otherSite,
}) => {
  const link = await makeLink(merchant, FIXED);
  const action = pageOn(publicServer, link);
  const origin = await otherSite(() => `<form method=post action="${action}"><button>Pay</button>`);
  await page.goto(origin);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText(NOT_STARTED)).toBeVisible();
  expect(publicServer.output()).toContain('a form of another site was refused');
  expect((await readLink(merchant, link.id)).payments).toBe(0);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(/\/pay\/co_/);
});

test('a rate-limited customer keeps the entered values, and a customer with another IP address can pay', async ({
  page,
  request,
  merchant,
  publicServer,
}) => {
  const link = await makeLink(merchant, {
    free_amount: { currency: 'SATS' },
    payer_note: { label: 'Table', required: true },
  });
  const own = { 'x-forwarded-for': '192.0.2.1' };
  for (const sats of [5_001, 5_002]) {
    const form = { amount: String(sats), note: '7' };
    const headers = { ...own, origin: publicServer.url };
    const made = await request.post(pageOn(publicServer, link), { form, headers, maxRedirects: 0 });
    expect(made.status()).toBe(303);
  }
  await page.setExtraHTTPHeaders(own);
  await page.goto(pageOn(publicServer, link));
  await page.getByLabel('Amount').fill('6000');
  await page.getByLabel('Table').fill('By the window');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Too many payments have been started in a short time. Try again later.',
  );
  expect(await findAxeViolations(page)).toEqual([]);
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.2' });
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.locator('.due-amount data')).toHaveAttribute('value', '6000');
});

test('when half of a wallet’s limit of unpaid addresses is used up, the browser solves a proof of work', async ({
  page,
  merchant,
  publicServer,
}) => {
  // Uses its own IP address, because the limit would otherwise count the clicks of other tests.
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '192.0.2.3' });
  const link = await makeLink(merchant, {
    free_amount: { currency: 'SATS' },
    payer_note: { label: 'Table', required: true },
  });
  const made = await Promise.all(Array.from({ length: 10 }, () => merchant.create()));
  const ids = made.map(({ id }) => id);
  const { db } = merchant.base;
  await db.update(payment).set({ paymentLinkId: link.id }).where(inArray(payment.id, ids));
  await page.goto(pageOn(publicServer, link));
  await page.getByLabel('Amount').fill('6000');
  await page.getByLabel('Table').fill('By the window');
  const task = page.waitForResponse((response) => response.status() === 429);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  expect(await (await task).text()).toContain('Your browser is solving a short task');
  await expect(page).toHaveURL(/\/pay\/co_/);
  await expect(page.locator('.due-amount data')).toHaveAttribute('value', '6000');
});

test('a customer in a frame of an allowed site gets the same payment on a second visit', async ({
  page,
  context,
  request,
  merchant,
  publicServer,
  otherSite,
}) => {
  let src = '';
  const shop = await otherSite(
    () => `<iframe src="${src}" width="420" height="700" title="Pay"></iframe>`,
  );
  const { db } = merchant.base;
  const set = { embedOrigins: [shop] };
  await db.update(apiKey).set(set).where(eq(apiKey.id, merchant.key.id));
  const frame = page.frameLocator('iframe');
  for (const fields of [FIXED, { ...FIXED, max_payments: 1 }]) {
    const link = await makeLink(merchant, fields);
    src = pageOn(publicServer, link);
    await page.goto(shop);
    await frame.getByRole('button', { name: 'Continue to payment' }).click();
    const address = await frame.locator('.slip-address').innerText();
    await page.goto(shop);
    await frame.getByRole('link', { name: 'Back to your payment' }).click();
    await expect(frame.locator('.slip-address')).toHaveText(address);
    const [cookie] = await context.cookies(src);
    expect(cookie).toMatchObject({ sameSite: 'None', secure: true, httpOnly: true });
    expect(cookie?.partitionKey).toContain('localhost');

    const headers = { origin: 'https://evil.example', cookie: `${cookie?.name}=${cookie?.value}` };
    const foreign = await request.post(src, { form: {}, headers, maxRedirects: 0 });
    expect(foreign.status()).toBe(403);
    expect((await readLink(merchant, link.id)).payments).toBe(1);
  }
});
