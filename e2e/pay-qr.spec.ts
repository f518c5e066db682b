import { expect, paymentPageUrl, test } from './support/pay-test';
import { readQr } from './support/read-qr';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('one tap shows the QR code in lower case instead of capitals, and another tap switches back', async ({
      page,
      merchant,
    }) => {
      const { address, ...created } = await merchant.create();
      await page.goto(paymentPageUrl(merchant, created));
      const [capitals, lower] = [page.locator('.slip-qr'), page.locator('.qr-other .qr-tile')];
      expect(await readQr(capitals)).toBe(`bitcoin:${address.toUpperCase()}?amount=0.00125`);
      await page.getByText('Code not recognized?').click();
      expect(await readQr(lower)).toBe(`bitcoin:${address}?amount=0.00125`);
      await expect(capitals).toBeHidden();
      await page.getByText('Code not recognized?').click();
      await expect(capitals).toBeVisible();
    });
  });
}
