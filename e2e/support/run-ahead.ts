import { expect, type Page } from '@playwright/test';

const SOON_MS = 100;

/**
 * Waits for what a page does by itself after a while, with its clock running ahead: the page waits
 * for its timers, and the test for the page. Needs `page.clock.install()` before the page is opened.
 *
 * @param expectation a short one, which is tried again
 */
export async function runAhead(page: Page, expectation: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000);
    await expectation();
  }).toPass({ intervals: [SOON_MS], timeout: 30_000 });
}

/** Expects a text on the page, at most a moment later. */
export function shows(page: Page, text: string | RegExp): Promise<void> {
  return expect(page.getByText(text).filter({ visible: true })).not.toHaveCount(0, {
    timeout: SOON_MS,
  });
}

/** Expects no such text on the page, at most a moment later. */
export function showsNo(page: Page, text: string): Promise<void> {
  return expect(page.getByText(text)).toHaveCount(0, { timeout: SOON_MS });
}
