import { findAxeViolations } from './support/axe';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { expect, paymentPageUrl, test } from './support/pay-test';

const SAID = {
  description: `Tea, 100 g\n${'and a cup '.repeat(40)}${'x'.repeat(80)}`,
  return_url: `https://${'long-name-of-a-shop.'.repeat(6)}example:8443/thanks`,
  return_automatically: true,
};

for (const language of ['en', 'ar']) {
  test(`in language ${language}, a payment page’s description, return button and countdown have no axe violations`, async ({
    page,
    merchant,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 640 });
    const created = await merchant.create(SAID);
    const url = `${paymentPageUrl(merchant, created)}?lang=${language}`;
    await page.goto(url);
    expect.soft(await findAxeViolations(page), 'open').toEqual([]);
    expect.soft(await findOverflowingElements(page), 'open').toEqual([]);

    await merchant.pay(created.address, 125_000);
    await merchant.reaches(created.id, ({ status }) => status === 'detected');
    // A page that was opened after the payment does not redirect, so the test itself shows the bar.
    await page.goto(url);
    await page.locator('#leaving').evaluate((bar: HTMLElement) => {
      bar.hidden = false;
    });
    expect.soft(await findAxeViolations(page), 'paid').toEqual([]);
    expect.soft(await findOverflowingElements(page), 'paid').toEqual([]);
  });
}
