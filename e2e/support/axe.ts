import type { Page } from '@playwright/test';
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
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
}
