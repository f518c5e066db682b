import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe finds wrong with a page as it is now, one line each. */
export async function axeFaults(page: Page): Promise<string[]> {
  // As an expression of the debugger's, so that the page's own policy does not have to allow it.
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
  );
}

/** Waits until transitions are over: colours half-way are none of ours. */
export async function settleDown(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))),
  );
}
