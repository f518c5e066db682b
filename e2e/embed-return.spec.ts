import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/embedding-shop';
import { paymentPageUrl } from './support/pay-test';

const PAY = { name: 'Pay with Bitcoin' };
const SEEN = { name: /^Payment seen/ };
const BACK = { name: /^Back to the shop/ };

const create = (merchant: BrowserMerchant, origin: string, automatic: boolean) =>
  merchant.create({
    return_url: `${origin}/thanks?payment={PAYMENT_ID}`,
    return_automatically: automatic,
  });

test('the automatic return after a payment in the embed dialog navigates the shop’s whole page', async ({
  page,
  merchant,
  shop,
}) => {
  const created = await create(merchant, shop.origin, true);
  await shop.show(page, created);
  await page.getByRole('link', PAY).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Waiting for payment').first()).toBeVisible();
  await merchant.pay(created.address, 125_000);
  await expect(frame.getByRole('button', { name: 'Stay here' })).toBeVisible();
  await page.waitForURL(`${shop.origin}/thanks?payment=${created.id}`);
});

test('“Stay here” keeps the embed dialog open, and the link back to the shop navigates the shop’s page', async ({
  page,
  merchant,
  shop,
}) => {
  await page.clock.install();
  const created = await create(merchant, shop.origin, true);
  await shop.show(page, created);
  await page.getByRole('link', PAY).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Waiting for payment').first()).toBeVisible();
  await merchant.pay(created.address, 125_000);
  await frame.getByRole('button', { name: 'Stay here' }).click();
  await page.clock.runFor(10_000);
  await expect(frame.getByRole('heading', SEEN)).toBeVisible();
  expect(page.url()).toBe(`${shop.origin}/`);
  await frame.getByRole('link', BACK).click();
  await page.waitForURL(`${shop.origin}/thanks?payment=${created.id}`);
});

test('if a shop handles the return event, it gets the return URL, and the dialog closes without navigation', async ({
  page,
  merchant,
  shop,
}) => {
  const created = await create(merchant, shop.origin, false);
  const script =
    "document.addEventListener('blocktally:return', (event) => event.preventDefault());";
  await shop.show(page, created, { script });
  await page.getByRole('link', PAY).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Waiting for payment').first()).toBeVisible();
  await merchant.pay(created.address, 125_000);
  await frame.getByRole('link', BACK).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const heard = await shop.heard(page);
  expect(heard.at(-1)).toEqual(['return', `${shop.origin}/thanks?payment=${created.id}`]);
  expect(heard.filter(([what]) => what === 'close')).toEqual([]);
  expect(page.url()).toBe(`${shop.origin}/`);
});

test('if the shop removes the embed link from its page, events are dispatched on the document instead', async ({
  page,
  merchant,
  shop,
}) => {
  const created = await create(merchant, shop.origin, false);
  const script = `document.addEventListener('blocktally:status', ({ target, detail }) => {
  if (detail.status === 'detected') target.replaceWith('Thank you!');
});
document.addEventListener('blocktally:return', (event) => event.preventDefault());`;
  await shop.show(page, created, { script });
  await page.getByRole('link', PAY).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Waiting for payment').first()).toBeVisible();
  await merchant.pay(created.address, 125_000);
  await expect(page.locator('main')).toContainText('Thank you!');
  await frame.getByRole('link', BACK).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const back = ['return', `${shop.origin}/thanks?payment=${created.id}`];
  await expect.poll(() => shop.heard(page)).toContainEqual(back);
  expect(page.url()).toBe(`${shop.origin}/`);
});

for (const [what, answers] of [
  ['gets the payment and the return URL if it replies to “ready”', true],
  ['gets no payment and is never navigated if it does not reply to “ready”', false],
] as const) {
  test(`a shop that frames the payment page without the embed dialog ${what}`, async ({
    page,
    merchant,
    shop,
  }) => {
    await page.clock.install();
    const created = await create(merchant, shop.origin, true);
    const script = `addEventListener('message', ({ source, origin, data }) => {
  if (${answers} && data.type === 'blocktally:ready')
    source.postMessage({ type: 'blocktally:hello' }, origin);
});
const frame = document.createElement('iframe');
Object.assign(frame, { src: '${paymentPageUrl(merchant, created)}', height: 700, title: 'Payment' });
document.querySelector('main').append(frame);`;
    await shop.show(page, created, { script });
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText('Waiting for payment').first()).toBeVisible();
    await merchant.pay(created.address, 125_000);
    await expect(frame.getByRole('heading', SEEN)).toBeVisible();
    if (answers) await expect(frame.getByRole('button', { name: 'Stay here' })).toBeVisible();
    await page.clock.runFor(10_000);
    const back = ['blocktally:open', 'pending', 'detected', 'blocktally:return'];
    await expect
      .poll(() => page.evaluate('messages.map(({ type, payment }) => payment?.status ?? type)'))
      .toEqual(['blocktally:ready', ...(answers ? back : [])]);
    await expect(frame.getByRole('heading', SEEN)).toBeVisible();
    expect(page.url()).toBe(`${shop.origin}/`);
  });
}
