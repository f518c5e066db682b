import type { Page } from '@playwright/test';

/**
 * Waits until React has hydrated every control on the page. Before hydration, keys are ignored and
 * typed text can be lost. People are too slow to notice this, but tests are not.
 */
export async function whenHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A page without scripts, such as the page for consenting to a pairing, is never hydrated.
    if (!document.querySelector('script[src]')) return true;
    const usable = [
      ...document.querySelectorAll('button, input:not([type=hidden]), select, textarea'),
    ];
    const isOurs = (element: Element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$'));
    return usable.every(isOurs);
  });
  // React may finish the hydration as late as in the next frame, so this waits for the frame after
  // it.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
}
