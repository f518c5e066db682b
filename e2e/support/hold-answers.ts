import type { Page } from '@playwright/test';

interface Held {
  /** Resolves when the server has processed the request and its response is held back. */
  readonly answered: Promise<void>;
  readonly release: () => void;
}

/** Holds back the server's responses to some requests of a page, like a slow connection. */
export async function holdResponses(
  page: Page,
  url: string | RegExp,
  method: string,
): Promise<Held> {
  const [answered, tellAnswered] = gate();
  const [released, release] = gate();
  let isHeld = true;
  await page.route(url, async (route) => {
    if (!isHeld || route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    tellAnswered();
    await released;
    // The page may have given up or been closed.
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

/** A promise, and the function that resolves it. */
function gate(): readonly [Promise<void>, () => void] {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [opened, open];
}
