import { setTimeout as delay } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The results of these axe rules depend on the color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe's violations in both color schemes. In the second scheme, only the color rules run,
 * unless the scheme shows or hides elements.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Next.js replaces the title after the content of a new page.
  await expect(page).toHaveTitle(/./);
  await waitForTransitions(page);
  const shown = await shownElements(page);
  const faults = await violations(page);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [own, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await page.emulateMedia({ colorScheme: other });
  await waitForTransitions(page);
  const isSame = (await shownElements(page)) === shown;
  const found = await violations(page, isSame ? COLOR_RULES : undefined);
  await page.emulateMedia({ colorScheme: own });
  return [...faults, ...found.map((fault) => `${other}: ${fault}`)];
}

/** @param rules all rules by default */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // The debugger runs this code, so the page's Content-Security-Policy does not block it.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate<axe.AxeResults, readonly string[] | null>(
    (values) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      return inPage.run({
        // Axe would otherwise also describe elements without a violation, which doubles the time.
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

/** Returns a text that changes if other elements become visible. */
function shownElements(page: Page): Promise<string> {
  return withReply(() =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')]
        .map((element) => (element.checkVisibility() ? element.tagName : '-'))
        .join(),
    ),
  );
}

const REPLY_MS = 30_000;

/** Repeats an evaluation without a reply, because Chromium loses about one reply in thousands. */
async function withReply<T>(evaluate: () => Promise<T>): Promise<T> {
  const replied = new AbortController();
  const first = evaluate();
  const again = delay(REPLY_MS, undefined, { signal: replied.signal }).then(evaluate);
  for (const unused of [first, again]) unused.catch(() => {});
  return Promise.race([first, again]).finally(() => replied.abort());
}

/**
 * Waits until all transitions have ended, because axe would measure intermediate colors. Ignores
 * endless animations, such as spinners.
 */
export function waitForTransitions(page: Page): Promise<void> {
  return withReply(() =>
    page.evaluate(async () => {
      const frame = () => new Promise(requestAnimationFrame);
      // Scripts see a new color scheme only in the next frame, in which the transitions begin.
      await frame();
      await frame();
      const ending = document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
      await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
    }),
  );
}

export async function openLoaded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await waitForTransitions(page);
}

/**
 * Reports violations without ending the test.
 *
 * @param what describes the state of the page in the test report
 */
export async function expectNoAxeViolations(page: Page, what: string): Promise<void> {
  expect.soft(await findAxeViolations(page), what).toEqual([]);
}
