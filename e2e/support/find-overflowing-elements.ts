import type { Page } from '@playwright/test';

/**
 * Expands all details on the page, and returns the elements that are wider than their container.
 */
export function findOverflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details:not([name])')) {
      details.setAttribute('open', '');
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    const tooWide =
      scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : [];
    const columns = [...document.querySelectorAll('main details')].flatMap((details) => {
      const { right } = (details.parentElement ?? details).getBoundingClientRect();
      const over = details.getBoundingClientRect().right - right;
      return over > 1 ? [`${details.querySelector('summary')?.textContent}, by ${over} px`] : [];
    });
    const hasText = (part: Element) =>
      !part.closest('.sr-only') &&
      [...part.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const figures = [...document.querySelectorAll('main dl > div')].flatMap((figure) => {
      const texts = [...figure.querySelectorAll('*')].filter(hasText);
      const ends = texts.map((part) => part.getBoundingClientRect().right);
      const { right, width } = figure.getBoundingClientRect();
      const over = Math.max(...ends) - right;
      // An element with `display: contents` has no width.
      return width > 0 && over > 1 ? [`${figure.textContent}, by ${over} px`] : [];
    });
    return [...tooWide, ...columns, ...figures];
  });
}
