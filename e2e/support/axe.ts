import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The axe rules that read colors. All other rules find the same in both color schemes. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Violations that axe finds on the page, one line each, in its color scheme and in the other one.
 * Elements that only the other scheme shows, such as pictures, are checked by all rules too.
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

/** @param rules by default all */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated by the debugger, so the Content-Security-Policy does not apply.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<axe.AxeResults, readonly string[] | null>(
    (values) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      return inPage.run({
        // Describing elements without a violation would take as long as the rules.
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

/** Which elements are shown, as a text to compare. */
function shownElements(page: Page): Promise<string> {
  return withReply(() =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')]
        .map((element) => (element.checkVisibility() ? element.tagName : '-'))
        .join(),
    ),
  );
}

/** Time after which an evaluation is sent again. */
const REPLY_MS = 30_000;

/**
 * Sends an evaluation again when its reply does not come. Chromium loses one reply in thousands,
 * but the page continues, and the next evaluation succeeds.
 */
async function withReply<T>(evaluate: () => Promise<T>): Promise<T> {
  const replied = new AbortController();
  const first = evaluate();
  const again = delay(REPLY_MS, undefined, { signal: replied.signal }).then(evaluate);
  for (const unused of [first, again]) unused.catch(() => {});
  return Promise.race([first, again]).finally(() => replied.abort());
}

/** Waits until transitions are over, since axe would measure colors in between. Spinners have no end. */
export function settleDown(page: Page): Promise<void> {
  return withReply(() =>
    page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      // Scripts see the new color scheme in the next frame, and the transitions begin then.
      await frame();
      await frame();
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    }),
  );
}

/** Opens a page of the dashboard, and waits until its data is there. */
export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await settleDown(page);
}

/**
 * Records the violations on the page as it is now, without ending the test.
 *
 * @param what the state of the page, for the report
 */
export async function expectNoFaults(page: Page, what: string): Promise<void> {
  expect.soft(await axeFaults(page), what).toEqual([]);
}
