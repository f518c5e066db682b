import { findAxeViolations } from './support/axe';
import { PAY_STATES } from './support/pay-states';
import { expect, test } from './support/pay-test';
import { MIN_TAP_HEIGHT, tapHeight } from './support/tap-height';

for (const language of ['en', 'ar']) {
  test(`in language ${language}, the payment page has no axe violations in any state`, async ({
    page,
    inState,
    merchant,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const state of PAY_STATES) {
      await page.goto(`${inState[state]}?lang=${language}`);
      expect.soft(await findAxeViolations(page), state).toEqual([]);
    }
    await page.goto(`${merchant.app.url}/pay/co_unknown?lang=${language}`);
    expect.soft(await findAxeViolations(page), 'unknown').toEqual([]);
  });

  test(`in language ${language}, the payment page has no axe violations while offline or with the large QR code`, async ({
    page,
    context,
    inState,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${inState.waiting}?lang=${language}`);
    await page.locator('[data-enlarge]').click();
    expect.soft(await findAxeViolations(page), 'large code').toEqual([]);
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await expect(page.locator('#offline')).toBeVisible();
    expect.soft(await findAxeViolations(page), 'offline').toEqual([]);
  });
}

test('with reduced motion, the bars of confirmations on the payment page fill without a transition', async ({
  page,
  inState,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(inState.seen);
  const durations = await page
    .locator('.tally > span')
    .evaluateAll((bars) => bars.map((bar) => getComputedStyle(bar, '::after').transitionDuration));
  expect(new Set(durations)).toEqual(new Set(['0s']));
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('on a phone, the button that copies the transaction id meets the minimum tap size', async ({
    page,
    inState,
  }) => {
    await page.goto(inState.confirmed);
    const copy = page.getByRole('button', { name: 'Copy transaction id' });
    await copy.scrollIntoViewIfNeeded();
    expect(await tapHeight(copy)).toBeGreaterThanOrEqual(MIN_TAP_HEIGHT);
  });
});
