import { expect, type Page } from '@playwright/test';

const SOON = { timeout: 100 };

/**
 * Waits for a change that the page makes on a timer, while the page's clock runs faster. The test
 * must call `page.clock.install()` before it opens the page.
 *
 * @param expectation is retried; its argument is a short timeout for each attempt
 */
export async function expectOnFastClock(
  page: Page,
  expectation: (soon: typeof SOON) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expectation(SOON);
  }).toPass({ intervals: [SOON.timeout], timeout: 30_000 });
}
