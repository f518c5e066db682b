import type { Page } from '@playwright/test';

/**
 * Waits until React has taken over everything on the page that can be used. Until then a key goes
 * to nobody and what is typed can be lost: a person is slower than that, a test is not.
 */
export async function whenHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const usable = [
      ...document.querySelectorAll('button, input:not([type=hidden]), select, textarea'),
    ];
    const isOurs = (element: Element) =>
      Object.keys(element).some((name) => name.startsWith('__reactFiber$'));
    return usable.every(isOurs);
  });
  // What React does after it has taken over is done before the frame after the next.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done()));
      }),
  );
}
