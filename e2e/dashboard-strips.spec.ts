import type { Page } from '@playwright/test';
import { axeFaults } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { addHistory, HOST, LARGEST_HOURS_AGO } from './support/history';
import { watchShifts } from './support/layout-shifts';
import { overflow } from './support/overflow';

const slider = (page: Page) => page.getByRole('slider', { name: 'Selected period' });

/** The middle of a bucket, counted from the last one, on the page. */
async function spot(page: Page, back: number) {
  const plot = page.locator('.time-plot').first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const buckets = Number(await slider(page).getAttribute('max')) + 1;
  if (!box) throw new Error('the strips are not shown');
  const step = box.width / buckets;
  return { x: box.x + box.width - step * (back + 0.5), y: box.y + box.height / 2 };
}

/** Opens the strips of this range, and waits until they use the browser's time zone. */
async function openStrips(page: Page, range: string): Promise<void> {
  await page.goto(`/dashboard?range=${range}`);
  await expect(page.getByText(', Europe/Zurich')).toBeVisible();
}

/** The day that many hours ago, counted from today, in the browser's time zone. */
function daysBack(hours: number): number {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Zurich' });
  const day = (at: number) => Date.parse(date.format(at)) / 86_400_000;
  return day(Date.now()) - day(Date.now() - hours * 3_600_000);
}

test('hovering selects a bucket in all four strips, and leaving the strips deselects it', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('viewer', await addHistory(merchant));
  await openStrips(page, '30d');
  const words = page.locator('.time-words');
  const whole = await words.allTextContents();
  const { x, y } = await spot(page, 0);
  await page.mouse.move(x, y);
  const flag = page.locator('.time-flag');
  const today = await flag.textContent();
  const now = await words.allTextContents();
  expect(now[0]).not.toBe(whole[0]);
  expect(now[1]).not.toBe(whole[1]);
  expect(await page.locator('.time-scale', { hasText: '100 %' }).count()).toBe(1);

  const before = await spot(page, daysBack(LARGEST_HOURS_AGO));
  await page.mouse.move(before.x, before.y);
  await expect(flag).not.toHaveText(today ?? '');
  // More than ten bitcoin.
  await expect(words.first()).toContainText(/10\d{8} sat/);
  await page.mouse.move(0, 0);
  await expect(flag).toHaveCount(0);
  expect(await words.allTextContents()).toEqual(whole);
});

test('arrow keys select a bucket with a spoken text, and the table has the same numbers', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('viewer', await addHistory(merchant));
  await openStrips(page, '30d');
  await slider(page).focus();
  await page.keyboard.press('End');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /Up to 42 min behind$|On time$/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const reading = (await slider(page).getAttribute('aria-valuetext')) ?? '';
  const [, day = '', sats, before] = /^(.+?)\. Received (\d+) sat, (\d+) sat/.exec(reading) ?? [];
  const [, created, paid, confirmed] =
    /(\d+) created, (\d+) paid, (\d+) confirmed/.exec(reading) ?? [];
  await expect(page.locator('.time-flag')).toHaveText(day);
  const [, attempts] = new RegExp(`${HOST}: (.+?)\\.`).exec(reading) ?? [];
  await page.getByText('As a table').click();
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day }) });
  await expect(row.getByRole('cell')).toHaveText([
    ...[sats, before, created, paid, confirmed].map((text) => text ?? ''),
    String(Number(created) - Number(paid)),
    attempts ?? '',
    'On time',
  ]);
  await expect(page.getByRole('rowheader')).toHaveCount(30);
});

test('the page includes the strips for each range, and nothing moves during hydration', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('viewer', await addHistory(merchant));
  await page.goto('/dashboard');
  const shifts = await watchShifts(page);
  for (const [range, bars] of [
    ['7d', 25],
    ['30d', 30],
    ['90d', 90],
    ['365d', 52],
  ] as const) {
    const html = await (await page.request.get(`/dashboard?range=${range}`)).text();
    expect(html.match(/class="time-row"/g)?.length, range).toBe(5);
    await page.goto(`/dashboard?range=${range}`);
    await expect(
      page.getByRole('navigation', { name: 'Range' }).locator('[aria-current]'),
    ).toHaveText({ '7d': '7 days', '30d': '30 days', '90d': '90 days', '365d': 'A year' }[range]);
    const max = Number(await slider(page).getAttribute('max'));
    expect(max + 1, range).toBeGreaterThanOrEqual(bars);
    expect(await shifts(), range).toBeLessThan(0.01);
  }
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });

  test('a touch selects a bucket, which stays selected', async ({ page, merchant, signIn }) => {
    await signIn('viewer', await addHistory(merchant));
    await openStrips(page, '30d');
    const { x, y } = await spot(page, 3);
    await page.touchscreen.tap(x, y);
    await expect(page.locator('.time-flag')).toBeVisible();
    expect(await overflow(page)).toEqual([]);
  });
});

test('axe finds nothing on the strips, with a selected bucket and as a table', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('viewer', await addHistory(merchant));
  await openStrips(page, '90d');
  await page.getByText('As a table').click();
  await slider(page).focus();
  expect(await axeFaults(page)).toEqual([]);
});
