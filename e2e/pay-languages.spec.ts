import { expect, test } from './support/pay-test';

for (const [locale, language, direction, word] of [
  ['de-CH', 'de', 'ltr', 'Zahlung erwartet'],
  ['ja-JP', 'ja', 'ltr', 'お支払い待ち'],
  ['ar-EG', 'ar', 'rtl', 'في انتظار الدفع'],
  ['he-IL', 'he', 'rtl', 'ממתין לתשלום'],
  ['sv-SE', 'en', 'ltr', 'Waiting for payment'],
] as const) {
  test(`a browser in ${locale} gets ${language}`, async ({ browser, inState }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(inState.waiting);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(page.locator('.badge')).toHaveText(word);
    await expect(page).toHaveTitle(new RegExp(word));
    await context.close();
  });
}

test('an address and an amount read from left to right in Arabic too', async ({
  page,
  inState,
}) => {
  await page.goto(`${inState.waiting}?lang=ar`);
  const places = await page
    .locator('.address > span')
    .evaluateAll((groups) => groups.slice(0, 3).map((group) => group.getBoundingClientRect().left));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
