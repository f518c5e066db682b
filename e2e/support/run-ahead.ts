import { expect, type Page } from '@playwright/test';

const SOON = { timeout: 100 };

/**
 * Waits for something that a page does on a timer, while its clock runs ahead. Needs
 * `page.clock.install()` before the page is opened.
 *
 * @param expectation is retried; gets the short timeout of one attempt
 */
export async function runAhead(
  page: Page,
  expectation: (soon: typeof SOON) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expectation(SOON);
  }).toPass({ intervals: [SOON.timeout], timeout: 30_000 });
}
