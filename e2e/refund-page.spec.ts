import type { Browser, Page } from '@playwright/test';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { createConfirmedLate } from './support/decisions';
import {
  dialogOf,
  expectFits,
  nextStepRegion,
  OTHER_REFUND_ADDRESS,
  payQrInDialog,
  REFUND_ADDRESS,
} from './support/refunds';

const PRIVATE_KEY = 'cVt4o7BGAig1UXywgGSmARhxMdzP5qvQsxKkSsc1XEkw3tDTQFpy';
const heading = (page: Page) => page.getByRole('heading', { level: 2 }).first();

/** Opens a page in a customer's browser, where scripts do not run. */
async function customerPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function refusesOthers(customer: Page, merchantsAddress: string): Promise<void> {
  const field = customer.getByLabel('Your Bitcoin address');
  for (const [pasted, error] of [
    ['lnbc604500n1p5q8zxwpp5k', 'This is a Lightning invoice.'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'This address is for mainnet.'],
    [PRIVATE_KEY, 'This is a private key'],
    [merchantsAddress, 'This address belongs to'],
    ['hello', 'This is not a Bitcoin address.'],
  ] as const) {
    await field.fill(pasted);
    await customer.getByRole('button', { name: 'Continue' }).click();
    const use = customer.getByRole('button', { name: 'Yes, use this address' });
    if (pasted === merchantsAddress) await use.click();
    await expect(customer.locator('.link-error')).toContainText(error);
    // The response never contains a private key.
    await expect(field).toHaveValue(pasted === PRIVATE_KEY ? '' : pasted);
  }
}

test('without JavaScript, a customer enters and changes the refund address, and sees the refund arrive', async ({
  page,
  browser,
  merchant,
  signIn,
}) => {
  const late = await createConfirmedLate(merchant);
  await signIn('member');
  await page.goto(`/dashboard/payments/${late.id}`);
  await nextStepRegion(page).getByRole('button', { name: 'Give back' }).click();
  await dialogOf(page).getByRole('button', { name: 'Create link' }).click();
  const link = dialogOf(page).getByText(/\/refund\//);
  await expect(link).toBeVisible();
  await expectFits(page, 'link');
  const path = /\/refund\/\S+/.exec((await link.textContent()) ?? '')?.[0] ?? '';
  await dialogOf(page).getByRole('button', { name: 'Close' }).click();
  await expect(nextStepRegion(page).getByRole('heading')).toHaveText(
    'Wait for your customer’s address',
  );

  const customer = await customerPage(browser, `${merchant.app.url}${path}`);
  await expect(heading(customer)).toContainText('wants to refund you');
  await expect(customer.getByText('€108.90')).toBeVisible();
  const field = customer.getByLabel('Your Bitcoin address');
  await refusesOthers(customer, late.address);
  await field.fill(`bitcoin:${OTHER_REFUND_ADDRESS}`);
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(customer)).toHaveText('Is this your address?');
  await expect(customer.locator('.address')).toHaveText(OTHER_REFUND_ADDRESS);
  await customer.getByRole('button', { name: 'Yes, use this address' }).click();
  await expect(heading(customer)).toHaveText('Address saved.');
  await customer.getByRole('link', { name: 'Change address' }).click();
  await field.fill(REFUND_ADDRESS);
  await customer.getByRole('button', { name: 'Continue' }).click();
  await customer.getByRole('button', { name: 'Yes, use this address' }).click();
  await expect(customer.locator('.address')).toHaveText(REFUND_ADDRESS);

  await page.goto('/dashboard');
  const row = page.getByRole('listitem').filter({ hasText: 'Your customer gave an address' });
  await expect(row).toContainText('€108.90');
  await expectFits(page, 'home');
  await row.getByRole('button', { name: 'Send refund' }).click();
  await expect(dialogOf(page)).toContainText('To the address that your customer gave');
  await payQrInDialog(page, merchant);
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Refund on its way');
  await customer.getByRole('link', { name: 'Check again' }).click();
  await expect(heading(customer)).toHaveText('Your refund is on its way.');
  await expect(customer.getByRole('link', { name: 'Change address' })).toHaveCount(0);
  await merchant.mine(1);
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Refund confirmed');
  await customer
    .getByRole('link', { name: 'Check again' })
    .click()
    .catch(() => {});
  await customer.reload();
  await expect(heading(customer)).toHaveText('Your refund has arrived.');
  await customer.context().close();
});

async function createLink(page: Page, merchant: BrowserMerchant): Promise<string> {
  const late = await createConfirmedLate(merchant);
  await page.goto(`/dashboard/payments/${late.id}`);
  await nextStepRegion(page).getByRole('button', { name: 'Give back' }).click();
  await dialogOf(page).getByRole('button', { name: 'Create link' }).click();
  const link = dialogOf(page).getByText(/\/refund\//);
  const path = /\/refund\/\S+/.exec((await link.textContent()) ?? '')?.[0] ?? '';
  return `${merchant.app.url}${path}`;
}

test('the refund page loads no external script, and shows live that the refund is sent and confirmed', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  const customer = await page.context().newPage();
  await customer.goto(await createLink(page, merchant));
  await customer.getByLabel('Your Bitcoin address').fill(REFUND_ADDRESS);
  await customer.getByRole('button', { name: 'Continue' }).click();
  await customer.getByRole('button', { name: 'Yes, use this address' }).click();
  await expect(heading(customer)).toHaveText('Address saved.');
  await expect(customer.getByRole('link', { name: 'Check again' })).toHaveCount(0);
  await customer.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Send refund');
  await payQrInDialog(page, merchant);
  await expect(heading(customer)).toHaveText('Your refund is on its way.');
  await expect(customer.getByRole('link', { name: 'Change address' })).toHaveCount(0);
  await merchant.mine(1);
  await expect(heading(customer)).toHaveText('Your refund has arrived.');
  expect(await customer.evaluate(() => 'isSamePage' in window)).toBe(true);
  await expect(customer.locator('#say')).toHaveText('Your refund has arrived.');
  await expect(customer.locator('script[src]')).toHaveCount(0);
});

test('the refund page has no axe violations and does not scroll sideways in any state', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('member');
  const url = await createLink(page, merchant);
  const customer = await page.context().newPage();
  const answer = await customer.goto(url);
  const headers = answer?.headers() ?? {};
  expect(headers['x-robots-tag']).toBe('noindex, nofollow');
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['content-security-policy']).toContain("script-src 'none'");
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  await expectFits(customer, 'customer-ask');
  await customer.getByLabel('Your Bitcoin address').fill('lnbc604500n1p5q8zxwpp5k');
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(customer.locator('.link-error')).toBeVisible();
  await expectFits(customer, 'customer-error');
  await customer.getByLabel('Your Bitcoin address').fill(REFUND_ADDRESS);
  await customer.getByRole('button', { name: 'Continue' }).click();
  await expect(customer.getByRole('button', { name: 'Yes, use this address' })).toBeVisible();
  await expectFits(customer, 'customer-check');
  await customer.getByRole('button', { name: 'Yes, use this address' }).click();
  await expect(heading(customer)).toHaveText('Address saved.');
  await expectFits(customer, 'customer-saved');
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Send refund');
  await payQrInDialog(page, merchant);
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Refund on its way');
  await expect(heading(customer)).toHaveText('Your refund is on its way.');
  await expectFits(customer, 'customer-sent');
  await merchant.mine(1);
  await expect(dialogOf(page).getByRole('heading')).toHaveText('Refund confirmed');
  await customer.goto(`${url}?lang=ar`);
  await expectFits(customer, 'customer-arrived-ar');
  await customer.goto(`${merchant.app.url}/refund/${'a'.repeat(60)}`);
  await expect(customer.getByRole('heading', { name: 'This link does not work.' })).toBeVisible();
  await expectFits(customer, 'customer-unknown');
});
