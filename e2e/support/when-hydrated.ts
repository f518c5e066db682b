import type { Page } from '@playwright/test';

/**
 * Waits until React has hydrated every control on the page. Before that, the page ignores keys and
 * can lose typed text.
 */
export async function whenHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A page without scripts, such as the consent page of a pairing, is never hydrated.
    if (!document.querySelector('script[src]')) return true;
    const usable = [
      ...document.querySelectorAll('button, input:not([type=hidden]), select, textarea'),
    ];
    const isOurs = (element: Element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$'));
    return usable.every(isOurs);
  });
  // React may finish the hydration only in the next frame, so this waits for two frames.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
}
