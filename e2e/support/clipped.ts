import type { Page } from '@playwright/test';

/**
 * Returns every text whose left or right end is hidden by an element around it. Ignores texts that
 * scroll or end in an ellipsis.
 *
 * @param within a CSS selector of the elements to search
 */
export function clippedTexts(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const clips = (element: Element) =>
      getComputedStyle(element).overflowX === 'hidden' ||
      getComputedStyle(element).overflowX === 'clip';
    const isCutOnPurpose = (element: Element) => {
      const { textOverflow, overflowX } = getComputedStyle(element);
      const scrolls = overflowX === 'auto' || overflowX === 'scroll';
      return scrolls || textOverflow === 'ellipsis' || element.matches('.sr-only');
    };
    const found: string[] = [];
    for (const root of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.textContent?.trim() || !node.parentElement?.checkVisibility()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        for (let at: Element | null = node.parentElement; at; at = at.parentElement) {
          if (isCutOnPurpose(at)) break;
          const box = at.getBoundingClientRect();
          const isOut = left < box.left - 1 || right > box.right + 1;
          if (isOut && (clips(at) || at === document.body)) {
            found.push(`${node.textContent.trim()}, by ${Math.round(right - box.right)} px`);
            break;
          }
        }
      }
    }
    return found;
  }, within);
}

/**
 * Returns every control that is too narrow for its text: a list's selected option, an empty field's
 * placeholder or a button's label.
 */
export function clippedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d');
    const widthOf = (text: string, { font, letterSpacing }: CSSStyleDeclaration) => {
      if (!pen) throw new Error('no canvas');
      pen.font = font;
      pen.letterSpacing = letterSpacing === 'normal' ? '0px' : letterSpacing;
      return pen.measureText(text).width;
    };
    const textOf = (control: Element) => {
      if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.text ?? '';
      if (control instanceof HTMLInputElement) return control.value ? '' : control.placeholder;
      return '';
    };
    const found: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>('select, input, button, .btn')) {
      if (!control.checkVisibility() || control.closest('.sr-only')) continue;
      const style = getComputedStyle(control);
      const room =
        control.clientWidth -
        Number.parseFloat(style.paddingLeft) -
        Number.parseFloat(style.paddingRight);
      const over = widthOf(textOf(control), style) - room;
      const isTooNarrow = control.matches('select, input')
        ? over > 1
        : control.scrollWidth > control.clientWidth + 1;
      if (isTooNarrow) found.push(`${textOf(control) || control.textContent}, in ${room} px`);
    }
    return found;
  });
}
