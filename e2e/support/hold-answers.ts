import type { Page } from '@playwright/test';

interface Held {
  /** Waits until the server has done what was asked, and its answer is held. */
  readonly answered: Promise<void>;
  readonly release: () => void;
}

/** Holds the server's answers to some requests of a page, as a slow connection does. */
export async function holdAnswers(page: Page, url: string | RegExp, method: string): Promise<Held> {
  const [answered, tellAnswered] = gate();
  const [released, release] = gate();
  let isHeld = true;
  await page.route(url, async (route) => {
    if (!isHeld || route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    tellAnswered();
    await released;
    // The page may have given up, or be gone.
    await route.fulfill({ response }).catch(() => {});
  });
  return {
    answered,
    release: () => {
      isHeld = false;
      release();
    },
  };
}

/** A promise, and what resolves it. */
function gate(): readonly [Promise<void>, () => void] {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [opened, open];
}
