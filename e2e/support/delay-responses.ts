import type { Page } from '@playwright/test';

interface Held {
  /** Resolves when the server has sent a response that is now being delayed. */
  readonly answered: Promise<void>;
  readonly release: () => void;
}

/** Delays the responses to matching requests of a page until `release` is called. */
export async function delayResponses(
  page: Page,
  url: string | RegExp,
  method: string,
): Promise<Held> {
  const [answered, tellAnswered] = gate();
  const [released, release] = gate();
  let isHeld = true;
  await page.route(url, async (route) => {
    if (!isHeld || route.request().method() !== method) return route.fallback();
    // The page may have canceled the request, or the test may have ended.
    const response = await route.fetch().catch(() => undefined);
    if (!response) return;
    tellAnswered();
    await released;
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

function gate(): readonly [Promise<void>, () => void] {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [opened, open];
}
