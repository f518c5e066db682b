import { findAxeViolations } from './support/axe';
import { expect, test } from './support/embedding-shop';
import { findOverflowingElements } from './support/find-overflowing-elements';

const SCREENS = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 640 },
};
const PAY = { name: 'Pay with Bitcoin' };

for (const [screen, viewport] of Object.entries(SCREENS)) {
  test(`the embed dialog and its payment page fit the screen and have no axe violations (${screen})`, async ({
    page,
    merchant,
    shop,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(viewport);
    await shop.show(page, await merchant.create());
    await page.getByRole('link', PAY).click();
    const inner = page.frameLocator('iframe');
    await expect(page.getByRole('dialog')).not.toHaveAttribute('aria-busy');
    expect.soft(await findAxeViolations(page)).toEqual([]);
    expect.soft(await findOverflowingElements(page)).toEqual([]);
    const box = await page.getByRole('dialog').boundingBox();
    if (screen === 'phone') expect(box).toEqual({ x: 0, y: 0, ...viewport });
    else expect(box?.width).toBeLessThan(viewport.width / 2);
    const width = await inner.locator('html').evaluate((root) => root.scrollWidth);
    expect(width).toBeLessThanOrEqual(box?.width ?? 0);
  });
}

for (const [own, browser, shown] of [
  ['light dark', 'dark', 'dark'],
  ['light dark', 'light', 'light'],
  ['light', 'dark', 'light'],
  ['dark', 'light', 'dark'],
] as const) {
  test(`on a page with color scheme “${own}” in a ${browser} browser, the dialog and payment page are ${shown}`, async ({
    page,
    merchant,
    shop,
  }) => {
    await page.emulateMedia({ colorScheme: browser });
    await shop.show(page, await merchant.create(), { colorScheme: own });
    await page.getByRole('link', PAY).click();
    const inner = page.frameLocator('iframe').locator('body');
    await expect(page.getByRole('dialog')).not.toHaveAttribute('aria-busy');
    const isDark = (element: Element) =>
      getComputedStyle(element)
        .backgroundColor.match(/\d+/g)
        ?.every((part) => Number(part) < 128);
    const found = [await page.getByRole('dialog').evaluate(isDark), await inner.evaluate(isDark)];
    expect(found).toEqual([shown === 'dark', shown === 'dark']);
  });
}
