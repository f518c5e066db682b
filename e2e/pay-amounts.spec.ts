import { MAX_SATS } from '@/lib/domain/sats';
import { clippedTexts } from './support/clipped';
import { expect, paymentPageUrl, test } from './support/pay-test';

/** The price with the most digits, and all satoshis that can ever exist. */
const LARGEST = { amount: '123456789012345.678', currency: 'KWD' };

for (const language of ['en', 'ja', 'ar', 'he']) {
  test(`in language ${language}, the largest amount and price fit a payment page 320 px wide`, async ({
    page,
    merchant,
  }) => {
    await page.setViewportSize({ width: 320, height: 900 });
    const all = { amount_sats: MAX_SATS };
    const partly = await merchant.create(all);
    const overpaid = await merchant.create({ amount_sats: 1_000 });
    for (const { id, address } of [partly, overpaid]) {
      await merchant.pay(address, 2_345_678_901);
      await merchant.reaches(id, ({ received_sats: sats }) => sats > 0);
    }
    const priced = await merchant.create({ ...all, price: LARGEST });
    for (const payment of [await merchant.create(all), priced, partly, overpaid]) {
      await page.goto(`${paymentPageUrl(merchant, payment)}?lang=${language}`);
      expect.soft(await clippedTexts(page, '.slip')).toEqual([]);
      const lines = page.locator('.due-amount, .due-btc, .receipt .amount');
      for (const line of await lines.all()) {
        const lineCount = await line.evaluate((one) =>
          Math.round(one.clientHeight / Number.parseFloat(getComputedStyle(one).lineHeight)),
        );
        expect.soft(lineCount, await line.innerText()).toBe(1);
      }
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect.soft(await clippedTexts(page, '.slip')).toEqual([]);
    }
  });
}
