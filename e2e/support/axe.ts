import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The axe rules whose results depend on colors, and therefore on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns the violations that axe finds on the page, first in the current color scheme and then in
 * the other one. The second run checks only the color rules, unless the other scheme shows or hides
 * elements, such as pictures.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  await settleDown(page);
  const shown = await shownElements(page);
  const faults = await violations(page);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await page.emulateMedia({ colorScheme: other });
  await settleDown(page);
  const isSame = (await shownElements(page)) === shown;
  const found = await violations(page, isSame ? COLOR_RULES : undefined);
  await page.emulateMedia({ colorScheme: own });
  return [...faults, ...found.map((fault) => `${other}: ${fault}`)];
}

/** @param rules the rules to check; all rules by default */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The debugger runs this code, so the page's Content-Security-Policy does not apply to it.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<axe.AxeResults, readonly string[] | null>(
    (values) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      return inPage.run({
        // By default, axe also describes the elements without a violation, which takes as long as
        // checking the rules.
        resultTypes: ['violations'],
        ...(values && { runOnly: { type: 'rule', values: [...values] } }),
      });
    },
    rules ?? null,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n  ${failureSummary}`),
  );
}

/**
 * Returns a text that shows which elements of the page are visible. Equal texts mean that the same
 * elements are visible.
 */
function shownElements(page: Page): Promise<string> {
  return withReply(() =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')]
        .map((element) => (element.checkVisibility() ? element.tagName : '-'))
        .join(),
    ),
  );
}

/** If an evaluation in the page has no reply after this time, it is sent a second time. */
const REPLY_MS = 30_000;

/**
 * Sends an evaluation to the page, and sends it a second time if no reply arrives. Chromium loses
 * about one reply in thousands, but the page still works, so the second evaluation succeeds.
 */
async function withReply<T>(evaluate: () => Promise<T>): Promise<T> {
  const replied = new AbortController();
  const first = evaluate();
  const again = delay(REPLY_MS, undefined, { signal: replied.signal }).then(evaluate);
  for (const unused of [first, again]) unused.catch(() => {});
  return Promise.race([first, again]).finally(() => replied.abort());
}

/**
 * Waits until all transitions have ended, because axe would measure their intermediate colors.
 * Endless animations, such as spinners, are not awaited.
 */
export function settleDown(page: Page): Promise<void> {
  return withReply(() =>
    page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      // After a change of the color scheme, scripts see the new scheme in the next frame. The
      // transitions begin only then.
      await frame();
      await frame();
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    }),
  );
}

/** Opens a page of the dashboard, and waits until its data has loaded. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await settleDown(page);
}

/**
 * Checks the page in its current state. A violation fails the test, but does not end it.
 *
 * @param what describes the state of the page in the test report
 */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect.soft(await axeFaults(page), what).toEqual([]);
}
