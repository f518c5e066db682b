import { expect, type Locator, type Page } from '@playwright/test';

// No function here opens a tab with a click, because that sometimes crashes a headless browser.

/** Opens the target of a link that opens in a new tab. Returns the new page. */
export async function openInNewTab(link: Locator): Promise<Page> {
  await expect(link).toHaveAttribute('target', '_blank');
  const url = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
  const tab = await link.page().context().newPage();
  await tab.goto(url);
  return tab;
}

/**
 * Clicks a link with Ctrl or Cmd. Returns whether the page's scripts leave the click to the
 * browser.
 */
export async function isClickLeftToBrowser(link: Locator): Promise<boolean> {
  const seen = await link.evaluateHandle(() => {
    const click = { left: false };
    // A listener on the window runs after the page's own listeners.
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
