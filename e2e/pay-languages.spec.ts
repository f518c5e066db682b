import { LANGUAGES } from '@/lib/domain/language';
import { expect, test } from './support/pay-test';

for (const [locale, language, direction, word] of [
  ['de-CH', 'de', 'ltr', 'Zahlung erwartet'],
  ['ja-JP', 'ja', 'ltr', 'お支払い待ち'],
  ['zh-CN', 'zh-Hans', 'ltr', '等待付款'],
  ['zh-TW', 'zh-Hant', 'ltr', '等待付款'],
  ['ru-RU', 'ru', 'ltr', 'Ожидается оплата'],
  ['ar-EG', 'ar', 'rtl', 'في انتظار الدفع'],
  ['fa-IR', 'fa', 'rtl', 'در انتظار پرداخت'],
  ['ur-PK', 'ur', 'rtl', 'ادائیگی کا انتظار'],
  ['he-IL', 'he', 'rtl', 'ממתין לתשלום'],
  ['sv-SE', 'en', 'ltr', 'Waiting for payment'],
] as const) {
  test(`a browser with language ${locale} gets the payment page in ${language}`, async ({
    browser,
    inState,
  }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(inState.waiting);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(page.locator('.badge')).toHaveText(word);
    await expect(page).toHaveTitle(new RegExp(word));
    await context.close();
  });
}

test('the payment page writes addresses and amounts from left to right, even in Arabic', async ({
  page,
  inState,
}) => {
  await page.goto(`${inState.waiting}?lang=ar`);
  const places = await page
    .locator('.address > span')
    .evaluateAll((groups) => groups.slice(0, 3).map((group) => group.getBoundingClientRect().left));
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

test('the payment page prevents browsers from translating addresses, amounts and transaction ids', async ({
  page,
  inState,
}) => {
  for (const state of ['priced', 'underpaid', 'confirmed', 'expired'] as const) {
    await page.goto(inState[state]);
    const address = await page.locator('.slip .address').first().textContent();
    const translated = await page.locator('#slip').evaluate((slip) => {
      const copy = slip.cloneNode(true) as Element;
      for (const kept of copy.querySelectorAll('[translate="no"], time, .slip-head')) kept.remove();
      return copy.textContent ?? '';
    });
    expect(translated).not.toContain(address?.slice(0, 4));
    expect(translated).not.toMatch(/€|\bsat\b|\d{3}|[0-9a-f]{8}/);
  }
});

test('in no language does a line of the payment page begin with a full stop or comma', async ({
  page,
  inState,
}) => {
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const language of LANGUAGES) {
      await page.goto(`${inState.underpaid}?lang=${language}`);
      const begun = await page.locator('.slip p').evaluateAll((paragraphs) => {
        const boxOf = (node: Node, at: number) => {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          return range.getBoundingClientRect();
        };
        return paragraphs.filter((paragraph) => {
          const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
          let before: Node | undefined;
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const text = node.textContent ?? '';
            const end = (before?.textContent ?? '').trimEnd().length - 1;
            if (before && /^[.,。，、،۔।]/.test(text)) {
              if (boxOf(node, 0).top > boxOf(before, end).bottom - 2) return true;
            }
            if (text.trim()) before = node;
          }
          return false;
        });
      });
      expect.soft(begun, `${language} at ${width} px`).toEqual([]);
    }
  }
});

/** Elements with text, and the whole sheet, which hides overflowing text. */
const TEXTS = '.slip, .slip :is(h1, h2, p, dt, .btn, .badge, .time-left), .fine-print';

test('in no language is a text of the payment page cut off on the narrowest screen', async ({
  page,
  inState,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of LANGUAGES) {
    for (const state of ['priced', 'underpaid', 'overpaid', 'confirmed', 'expired'] as const) {
      await page.goto(`${inState[state]}?lang=${language}`);
      const cut = await page
        .locator(TEXTS)
        .evaluateAll((elements) =>
          elements
            .filter(
              ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
            )
            .map(({ textContent }) => textContent),
        );
      expect.soft(cut, `${language}, ${state}`).toEqual([]);
    }
  }
});
