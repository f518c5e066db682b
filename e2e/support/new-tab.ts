import { expect, type Locator, type Page } from '@playwright/test';

// These functions open no tab with a click, because that sometimes crashes a headless browser.

/**
 * Opens the target of a link in a new tab, if the link itself would do so. Returns the new page.
 */
export async function openInNewTab(link: Locator): Promise<Page> {
  await expect(link).toHaveAttribute('target', '_blank');
  const url = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
  const tab = await link.page().context().newPage();
  await tab.goto(url);
  return tab;
}

/**
 * Clicks a link with Ctrl or Cmd, which opens a new tab. Returns whether the page's scripts leave
 * this click to the browser.
 */
export async function isClickLeftToBrowser(link: Locator): Promise<boolean> {
  const seen = await link.evaluateHandle(() => {
    const click = { left: false };
    // The page's own listeners run earlier, because this listener is on the window.
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
