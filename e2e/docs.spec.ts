import type { Page } from '@playwright/test';
import { PROBLEMS } from '@/lib/http/problem-table';
import { findAxeViolations } from './support/axe';
import { crawlDocs } from './support/crawl-docs';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { expect, test } from './support/pay-test';

const KINDS = [
  '/docs',
  '/docs/quickstart',
  '/docs/payments',
  '/docs/webhooks',
  '/docs/keys-and-wallets',
  '/docs/client',
  '/docs/errors',
  '/docs/errors/invalid_request',
  '/docs/reference',
  '/docs/reference/create-payment',
  '/docs/reference/on-payment-detected',
  '/docs/reference/objects',
  '/docs/search?q=signature',
  '/docs/search?q=nothing+like+this',
  '/docs/nothing-here',
];

test('in the docs, every link and anchor has a target, and every page is linked', async ({
  merchant,
}) => {
  const { dead, reached } = await crawlDocs(merchant.app.url);
  expect(dead).toEqual([]);
  const list = await (await fetch(`${merchant.app.url}/llms.txt`)).text();
  const listed = [...list.matchAll(/\]\(([^)]+)\.md\)/g)].map(
    ([, url = '']) => new URL(url).pathname,
  );
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.filter((path) => !reached.has(path))).toEqual([]);
});

test('every page of the docs has a Markdown version', async ({ merchant }) => {
  const list = await (await fetch(`${merchant.app.url}/llms.txt`)).text();
  for (const [, url = ''] of list.matchAll(/\]\(([^)]+\.md)\)/g)) {
    const response = await fetch(merchant.app.url + new URL(url).pathname);
    expect.soft(response.status, url).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await response.text()).toMatch(/^# \S/);
  }
  expect((await fetch(`${merchant.app.url}/docs/nothing-here.md`)).status).toBe(404);
});

test('the type of every API error is the URL of the page that documents the error', async ({
  merchant,
}) => {
  const refused = await fetch(`${merchant.app.url}/v1/btc/payments`);
  const { type } = (await refused.json()) as { type: string };
  expect(new URL(type).pathname).toBe('/docs/errors/unauthorized');
  for (const [code, { title }] of Object.entries(PROBLEMS)) {
    const response = await fetch(`${merchant.app.url}/docs/errors/${code}`);
    expect.soft(response.status, code).toBe(200);
    const [, heading] = /<h1[^>]*>(.*?)<\/h1>/s.exec(await response.text()) ?? [];
    expect.soft(heading, code).toBe(title);
  }
});

test('the OpenAPI document needs no key, and the reference links to it', async ({ merchant }) => {
  const document = await (await fetch(`${merchant.app.url}/v1/openapi.json`)).json();
  expect(document).toMatchObject({ openapi: '3.1.1' });
  const reference = await (await fetch(`${merchant.app.url}/docs/reference`)).text();
  expect(reference).toContain('href="/v1/openapi.json"');
});

test('each kind of docs page has no axe violations and does not scroll sideways', async ({
  page,
  merchant,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of KINDS) {
    await page.goto(merchant.app.url + path);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await findAxeViolations(page), `${path} at ${width}`).toEqual([]);
    }
    await expectToFit(page, path);
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await search(page, 'signature');
    expect.soft(await findAxeViolations(page), `search at ${width}`).toEqual([]);
  }
});

test('no page of the docs scrolls sideways on a phone or a desktop', async ({
  page,
  browser,
  merchant,
}) => {
  // Runs no scripts, which take most of the loading time and add elements only to the reference.
  const plain = await browser.newPage({ javaScriptEnabled: false });
  for (const path of (await crawlDocs(merchant.app.url)).reached) {
    if (/\.\w+$/.test(path)) continue;
    const tab = path.startsWith('/docs/reference/') ? page : plain;
    await tab.goto(merchant.app.url + path);
    await expectToFit(tab, path);
  }
  await plain.close();
});

async function expectToFit(page: Page, path: string): Promise<void> {
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await findOverflowingElements(page), `${path} at ${width}`).toEqual([]);
  }
}

test('the docs search updates with every typed letter, and works with the keyboard alone', async ({
  page,
  merchant,
}) => {
  await page.goto(`${merchant.app.url}/docs`);
  await search(page, 'gap lim');
  const first = page.getByRole('search').getByRole('link').first();
  await expect(first).toContainText('The gap limit');
  await page.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/keys-and-wallets#the-gap-limit$/);
  await search(page, 'xyzzyqux');
  const none = page.getByRole('search').getByText('Nothing found.').last();
  await expect(none).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(none).toBeHidden();
});

test('the key "/" moves the focus to the docs search, except while the user types in a field', async ({
  page,
  merchant,
}) => {
  await page.goto(`${merchant.app.url}/docs`);
  const field = page.getByRole('searchbox');
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await field.fill('');
  await page.keyboard.type('a/b');
  await expect(field).toHaveValue('a/b');
});

test('the docs search loads its index once, and sends no query to the server', async ({
  page,
  merchant,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('search')) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(`${merchant.app.url}/docs/webhooks`);
  await search(page, 'signature');
  await search(page, 'word '.repeat(2_000));
  expect(asked.filter((path) => path.startsWith('/docs/'))).toEqual(['/docs/search.json']);
});

test('code in the docs is highlighted at build time, in the colors of the theme', async ({
  merchant,
}) => {
  const html = await (await fetch(`${merchant.app.url}/docs/quickstart`)).text();
  expect(html).toContain('class="code-string"');
});

test('the outline of a docs page links to the page’s sections, and marks the current section', async ({
  page,
  merchant,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${merchant.app.url}/docs/webhooks`);
  const outline = page.getByRole('navigation', { name: 'On this page' });
  await outline.getByRole('link', { name: 'Verify the signature' }).click();
  await expect(page).toHaveURL(/#verify-the-signature$/);
  await expect(outline.locator('[data-active="true"]').first()).toBeVisible();
});

test('the docs search finds the most similar word for a misspelled word, and shows which word it used', async ({
  page,
  merchant,
}) => {
  await page.goto(`${merchant.app.url}/docs`);
  await search(page, 'signatrue');
  const says = 'No exact match. 12 results for similar words';
  await expect(page.getByRole('search').getByText(says).last()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText(says);
  await expect(page.getByRole('main')).toContainText('Verify the signature');
});

test('the links to the previous and next page follow the order of the navigation', async ({
  page,
  merchant,
}) => {
  await page.goto(`${merchant.app.url}/docs/quickstart`);
  const ways = page.getByRole('navigation', { name: 'Previous and next page' });
  const names = page.getByRole('navigation', { name: 'Documentation' }).getByRole('link');
  const [previous, , next] = (await names.allInnerTexts()).slice(0, 3);
  await expect(ways.getByRole('link').first()).toContainText(previous ?? '');
  await expect(ways.getByRole('link').last()).toContainText(next ?? '');
  await ways.getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(next ?? '');
});

test('the copy button of the docs copies code unchanged', async ({ page, context, merchant }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${merchant.app.url}/docs/quickstart`);
  await page.getByRole('button', { name: /^Copy code 1 / }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start');
});

test('without JavaScript, the docs are readable, and the search states that it needs JavaScript', async ({
  browser,
  merchant,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${merchant.app.url}/docs/webhooks`);
  await expect(page.locator('h1')).toHaveText('Webhooks');
  await page.getByRole('searchbox').fill('idempotency');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/search\?q=idempotency$/);
  await expect(page.locator('noscript p')).toContainText('needs JavaScript');
  expect(await page.getByRole('main').getByRole('link').count()).toBeGreaterThan(3);
  await context.close();
});

/** Types again if the page was not yet listening. */
async function search(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('searchbox').fill(words);
    const says = page.getByRole('search').getByRole('status');
    await expect(says).toContainText(/results|Nothing found/, { timeout: 3_000 });
  }).toPass();
}
