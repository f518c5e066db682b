import type { Page } from '@playwright/test';

/** Returns every sentence whose parts a grid or flexbox lays out as separate items. */
export function brokenSentences(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isText = (node: Node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim();
    const setsApart = (element: Element) => {
      const isLaidOut = /grid|flex/.test(getComputedStyle(element).display);
      return isLaidOut && element.querySelector(':scope > :is(a, abbr, code, em, strong, time)');
    };
    return [...document.querySelectorAll('body *')]
      .filter((element) => setsApart(element) && [...element.childNodes].some(isText))
      .map((element) => element.textContent ?? '');
  });
}
