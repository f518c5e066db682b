import { expect, type Locator, type Page } from '@playwright/test';

// A headless browser sometimes crashes when a click opens a tab, so tests do not open tabs by
// clicks.

/** The page behind a link that opens a new tab. */
export async function tabOf(link: Locator): Promise<Page> {
  await expect(link).toHaveAttribute('target', '_blank');
  const url = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
  const tab = await link.page().context().newPage();
  await tab.goto(url);
  return tab;
}

/** Clicks a link for a new tab. Returns whether the page leaves the click to the browser. */
export async function isLeftToBrowser(link: Locator): Promise<boolean> {
  const seen = await link.evaluateHandle(() => {
    const click = { left: false };
    // This listener runs last, after the page's own.
    const note = (event: Event) => {
      click.left = !event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', note, { once: true });
    return click;
  });
  await link.click({ modifiers: ['ControlOrMeta'] });
  return (await seen.jsonValue()).left;
}
