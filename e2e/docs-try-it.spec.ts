import type { Page } from '@playwright/test';
import { findAxeViolations } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { expect, test } from './support/pay-test';

async function openForm(page: Page, merchant: BrowserMerchant, operation: string) {
  await page.goto(`${merchant.app.url}/docs/reference/${operation}`);
  await page.getByText('Try it with your own key').click();
  return page.getByRole('complementary', { name: 'Examples' });
}

test('a reader creates, pays and lists a payment with a sandbox key', async ({
  page,
  merchant,
}) => {
  const form = await openForm(page, merchant, 'create-payment');
  await form.getByLabel('API key of the sandbox').fill(merchant.key.apiKey);
  await form.getByText('Keep the key for this tab').click();
  await form.getByLabel('Body').fill('{"amount_sats": 77001, "reference": "tried"}');
  await form.getByRole('button', { name: 'Send POST' }).click();
  await expect(form.getByText('201 Created')).toBeVisible();
  await expect(form.getByText(/after \d+ ms/)).toBeVisible();
  const { id } = JSON.parse(await form.getByLabel('response body', { exact: true }).innerText());
  await form.getByText('Response headers (').click();
  await expect(form.getByLabel('response headers', { exact: true })).toContainText('x-request-id');
  await form.getByText('As a curl command').click();
  const command = form.getByLabel('command of the request', { exact: true });
  await expect(command).toContainText('-H "Authorization: Bearer $KEY"');
  await expect(page.locator('body')).not.toContainText(merchant.key.apiKey);

  const pay = await openForm(page, merchant, 'sandbox-pay');
  await expect(pay.getByLabel('Body')).toHaveValue(new RegExp(id));
  await pay.getByRole('button', { name: 'Send POST' }).click();
  await expect(pay.getByText('200 OK')).toBeVisible();

  const list = await openForm(page, merchant, 'list-payments');
  await list.getByRole('button', { name: 'Send GET' }).click();
  await expect(list.getByText('200 OK')).toBeVisible();
  await expect(list.getByLabel('response body', { exact: true })).toContainText(id);
  await expect(page).toHaveURL(/list-payments$/);
});

test('the docs keep an API key across a reload only if the reader allows this, and never in a URL', async ({
  page,
  merchant,
}) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  const form = await openForm(page, merchant, 'list-payments');
  await form.getByLabel('API key of the sandbox').fill(merchant.key.apiKey);
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect(form.getByText('200 OK')).toBeVisible();
  expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual(
    [],
  );
  await page.reload();
  await page.getByText('Try it with your own key').click();
  await expect(form.getByLabel('API key of the sandbox')).toHaveValue('');
  await form.getByText('Keep the key for this tab').click();
  await form.getByLabel('API key of the sandbox').fill(merchant.key.apiKey);
  await page.reload();
  await page.getByText('Try it with your own key').click();
  await expect(form.getByLabel('API key of the sandbox')).toHaveValue(merchant.key.apiKey);
  await form.getByText('Keep the key for this tab').click();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(urls.filter((url) => url.includes(merchant.key.apiKey))).toEqual([]);
});

test('the try-it form of the docs rejects a mainnet key without sending a request', async ({
  page,
  merchant,
}) => {
  const form = await openForm(page, merchant, 'create-payment');
  const sent: string[] = [];
  // The page may prefetch its links at any time, so prefetches do not count.
  page.on('request', (request) => {
    if (!request.url().includes('_rsc=')) sent.push(request.url());
  });
  await form.getByLabel('API key of the sandbox').fill(`btly_live_${'a'.repeat(36)}`);
  await form.getByRole('button', { name: 'Send POST' }).click();
  await expect(form.getByText('This is a mainnet key')).toBeVisible();
  expect(sent).toEqual([]);
});

test('the try-it form of the docs shows different errors for a rejected request and an unreachable server', async ({
  page,
  merchant,
}) => {
  const form = await openForm(page, merchant, 'get-payment');
  await form.getByLabel('API key of the sandbox').fill(merchant.key.apiKey);
  await form.getByLabel(/^id/).fill('');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect(form.getByText('Enter a value.')).toBeVisible();
  await form.getByLabel(/^id/).fill('pay_nothing');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect(form.getByText('404 Not Found')).toBeVisible();
  await expect(form.getByLabel('response body', { exact: true })).toContainText(
    'payment_not_found',
  );
  await page.route('**/v1/**', (route) => route.abort());
  await form.getByRole('button', { name: 'Send GET' }).click();
  await expect(form.getByText('No response.')).toBeVisible();
});

test('the try-it form of the docs works with the keyboard alone', async ({ page, merchant }) => {
  await page.goto(`${merchant.app.url}/docs/reference/sandbox-mine`);
  await page.locator('summary', { hasText: 'Try it with your own key' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type(merchant.key.apiKey);
  await page.keyboard.press('Enter');
  await expect(page.getByText('200 OK')).toBeVisible();
});

test('without JavaScript the API reference is complete but has no forms', async ({
  browser,
  merchant,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${merchant.app.url}/docs/reference/create-payment`);
  await expect(page.getByRole('heading', { name: 'Response 201' }).first()).toBeVisible();
  await expect(page.getByText('Try it')).toHaveCount(0);
  await context.close();
});

test('the try-it form and its response have no axe violations and fit a desktop and a phone', async ({
  page,
  merchant,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const form = await openForm(page, merchant, 'create-payment');
  await form.getByRole('button', { name: 'Send POST' }).click();
  await expect(form.getByText('Paste a sandbox API key')).toBeVisible();
  await form.getByLabel('API key of the sandbox').fill(merchant.key.apiKey);
  await form.getByRole('button', { name: 'Send POST' }).click();
  await expect(form.getByText('201 Created')).toBeVisible();
  await form.getByText('Response headers (').click();
  await form.getByText('As a curl command').click();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await findAxeViolations(page), `${width} wide`).toEqual([]);
    expect.soft(await findOverflowingElements(page), `${width} wide`).toEqual([]);
  }
});

test('code can be copied and forms can be opened in a browser that denies clipboard and storage', async ({
  page,
  merchant,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto(`${merchant.app.url}/docs/quickstart`);
  const copy = page.getByRole('button', { name: /^Copy code 1 / });
  await copy.click();
  await expect(copy.locator('+ [role="status"]')).toHaveText('Copied');
  await expect(copy).toBeFocused();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(page.getByRole('searchbox')).toHaveValue('npm start');
  await page.goto(`${merchant.app.url}/docs/reference/create-payment`);
  await page.getByText('Try it with your own key').click();
  await page.getByLabel('Idempotency-Key').fill('заказ-1');
  await page.getByLabel('API key of the sandbox').fill(merchant.key.apiKey);
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText('Use ASCII characters only')).toBeVisible();
  await page.getByLabel('Idempotency-Key').fill('order-1');
  await page.getByRole('button', { name: 'Send POST' }).click();
  await expect(page.getByText('201 Created')).toBeVisible();
});
