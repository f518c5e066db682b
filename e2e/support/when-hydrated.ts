import type { Page } from '@playwright/test';

/**
 * Waits until React has hydrated every control on the page. Before that, keys are ignored and typed
 * text can be lost; tests are fast enough to hit that, people are not.
 */
export async function whenHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A page without scripts does not hydrate, such as the consent to a pairing.
    if (!document.querySelector('script[src]')) return true;
    const usable = [
      ...document.querySelectorAll('button, input:not([type=hidden]), select, textarea'),
    ];
    const isOurs = (element: Element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$'));
    return usable.every(isOurs);
  });
  // React finishes hydration before the frame after the next.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
}
