import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The violations that axe finds on the page, one line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Evaluated by the debugger, so the Content-Security-Policy does not apply.
  await page.evaluate(axe.source);
  // Describing the elements without a fault would take as long as the rules.
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run({ resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
  );
}

/** Waits until transitions are over, since axe would measure colours in between. */
export async function settleDown(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    // Scripts are told of another colour scheme in the next frame; the transitions begin then.
    await frame();
    await frame();
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})));
  });
}

/** Opens a page of the dashboard, and waits until its data and its colours are there. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await settleDown(page);
}

/** Notes the violations on the page as it is now, and lets the test go on. @param what it is */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  await settleDown(page);
  expect.soft(await axeFaults(page), what).toEqual([]);
}
