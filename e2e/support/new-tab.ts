import { expect, type Locator, type Page } from '@playwright/test';

// Tests do not open tabs by clicks, because a headless browser sometimes crashes when a click opens
// a tab.

/** Opens the target of a link that opens a new tab. Returns the page in the new tab. */
export async function tabOf(link: Locator): Promise<Page> {
  await expect(link).toHaveAttribute('target', '_blank');
  const url = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
  const tab = await link.page().context().newPage();
  await tab.goto(url);
  return tab;
}

/**
 * Clicks a link while Ctrl or Cmd is pressed, which opens a new tab. Returns whether the page's
 * scripts leave this click to the browser.
 */
export async function isLeftToBrowser(link: Locator): Promise<boolean> {
  const seen = await link.evaluateHandle(() => {
    const click = { left: false };
    // This listener is on the window, so it runs after the listeners of the page.
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
