import type { Page } from '@playwright/test';

/** Imitates a browser's translation, which wraps each text on the page in a new element. */
export function translatePage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest('script, style, [translate=no]'))
        continue;
      const translated = document.createElement('font');
      translated.append(text.data);
      text.replaceWith(translated);
    }
  });
}
