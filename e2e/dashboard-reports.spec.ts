import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import readXlsx from 'read-excel-file/node';
import { extractText, getDocumentProxy } from 'unpdf';
import { createTestKey } from '@/test/support/factories';
import { type PaymentHistory, storePaymentHistories } from '@/test/support/random-lives';
import { expectNoAxeViolations, openLoaded } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';

const ZONE = 'Europe/Berlin';
test.use({ timezoneId: ZONE });
const NOVEMBER = '/dashboard/reports?period=2026-11';

const life = (nth: number, at: string, amount: string | null): PaymentHistory => ({
  ...{ id: `pay_report${nth}`, asked: 100_000, received: 100_000, waiting: 0, acceptedAt: null },
  ...{ status: 'confirmed', flags: [], done: [], refunds: [], confirmedAt: Date.parse(at) },
  price: amount === null ? null : { amount, currency: 'EUR' },
  rate: amount === null ? null : '50000',
});

/**
 * Adds another merchant with November 2026 in euros: 1,334.55 gross in three payments, one payment
 * without a rate, and one refund of 34.55.
 */
async function addNovember({ base: { db } }: BrowserMerchant) {
  const key = await createTestKey(db);
  await db.execute(sql`update merchant set display_currency = 'EUR', name = 'Acme Store'
    where id = ${key.merchantId}`);
  const refund = {
    ...{ sats: 30_000, price: { amount: '34.55', currency: 'EUR' }, status: 'confirmed' as const },
    ...{ feeSats: 410, sentAt: Date.parse('2026-11-12T10:00:00Z') },
  };
  const lives = [
    life(1, '2026-10-31T23:30:00Z', '1234.56'),
    { ...life(2, '2026-11-12T09:00:00Z', '50.00'), refunds: [refund] },
    life(3, '2026-11-30T22:30:00Z', '49.99'),
    life(4, '2026-11-13T09:00:00Z', null),
    life(5, '2026-11-30T23:30:00Z', '1000.00'),
  ];
  const own = (id: string) => `${id}${key.id.slice(-6)}`;
  await storePaymentHistories(
    db,
    key,
    lives.map((one) => ({ ...one, id: own(one.id) })),
  );
  return key;
}

const contentOf = async (download: Download) => readFile(await download.path());

async function download(page: Page, name: string): Promise<Download> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name }).click(),
  ]);
  return file;
}

test('an accountant reaches a month’s euro totals with two clicks, and each exported file adds up to these totals', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await addNovember(merchant);
  await signIn('viewer', key.merchantId);
  // The default month depends on the date of the test run.
  await page.goto(NOVEMBER);
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const isNovember = await page.getByRole('heading', { name: 'November 2026' }).isVisible();
  if (!isNovember) await page.goto(NOVEMBER);
  const figures = page.getByRole('definition');
  await expect(figures.nth(0)).toContainText('€1334.55');
  await expect(figures.nth(1)).toContainText('−€34.55');
  await expect(figures.nth(2)).toContainText('€1300.00');
  await expect(figures.nth(2)).toContainText('370000 sat');

  const comma = await download(page, 'CSV, comma');
  expect(comma.suggestedFilename()).toBe('Acme-Store-2026-11.csv');
  const rows = (await contentOf(comma)).toString().trim().split('\r\n').slice(1);
  const net = rows.map((row) => Number(row.split(',')[8] || 0));
  expect(net.reduce((sum, one) => sum + one, 0).toFixed(2)).toBe('1300.00');
  expect(rows.filter((row) => row.includes('"No rate"'))).toHaveLength(1);

  const semicolon = await download(page, 'CSV, semicolon');
  expect(semicolon.suggestedFilename()).toBe('Acme-Store-2026-11-semicolon.csv');
  const cells = (await contentOf(semicolon)).toString().trim().split('\r\n').slice(1);
  const gross = cells.map((row) => Number((row.split(';')[6] ?? '').replace(',', '.')));
  expect(gross.reduce((sum, one) => sum + one, 0).toFixed(2)).toBe('1334.55');

  const xlsx = await download(page, 'Excel (XLSX)');
  expect(xlsx.suggestedFilename()).toBe('Acme-Store-2026-11.xlsx');
  const [sheet] = await readXlsx(await contentOf(xlsx));
  expect(sheet?.data.at(-1)?.slice(6, 9)).toEqual([1334.55, -34.55, 1300]);
});

test('a printed report contains the merchant, the period, the time zone and the totals', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await addNovember(merchant);
  await signIn('viewer', key.merchantId);
  await openLoaded(page, NOVEMBER);
  // A browser's first page shows UTC until the page's script has run.
  await expect(page.locator('main')).toContainText(ZONE);
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ preferCSSPageSize: true })));
  const { totalPages, text } = await extractText(pdf, { mergePages: true });
  expect(totalPages).toBe(1);
  for (const part of ['Acme Store', 'Report November 2026', ZONE, '2026-11-01 to 2026-11-30']) {
    expect(text).toContain(part);
  }
  const printed = text.replace(/\s/g, '');
  for (const sum of ['1334.55', '34.55', '1300.00', '370000', 'norate', '1/1']) {
    expect(printed).toContain(sum);
  }
  for (const part of ['API keys', 'CSV, comma', 'Custom dates']) expect(text).not.toContain(part);
});

test('a report can cover a quarter, a year or custom dates, and links each day to its payments', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await addNovember(merchant);
  await signIn('owner', key.merchantId);
  await openLoaded(page, NOVEMBER);
  const net = page.getByRole('definition').nth(2);
  await page.getByRole('link', { name: 'October 2026' }).click();
  await expect(page.getByRole('heading', { name: 'October 2026' })).toBeVisible();
  await expect(page.getByText('Nothing was confirmed in this period.')).toBeVisible();
  await page.goto(NOVEMBER);
  await page.getByRole('button', { name: 'Custom dates' }).click();
  await page.getByLabel('From').fill('2026-11-12');
  await page.getByLabel('To', { exact: true }).fill('2026-11-11');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('The first day must not be after the last.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2026-11-12');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(net).toContainText('€15.45');
  await page.getByRole('link', { name: 'Thu 12 Nov' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  await expect(page.getByText('Confirmed from')).toBeVisible();
  await expect(page.getByLabel('Received, by status')).toContainText('1 confirmed');
  await expect(page.getByLabel('Received, by status')).toContainText('€50.00');
});

for (const width of [1440, 1024, 390]) {
  test(`reports fit a window ${width} px wide and have no axe violations`, async ({
    page,
    merchant,
    signIn,
  }) => {
    const key = await addNovember(merchant);
    await signIn('owner', key.merchantId);
    await page.setViewportSize({ width, height: 900 });
    await openLoaded(page, NOVEMBER);
    expect(await findOverflowingElements(page)).toEqual([]);
    await expectNoAxeViolations(page, 'the report');
    await page.getByRole('button', { name: 'Custom dates' }).click();
    await expectNoAxeViolations(page, 'custom dates');
    if (process.env.SHOTS) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({
          path: `${process.env.SHOTS}/reports-${width}-${colorScheme}.png`,
          fullPage: true,
        });
      }
    }
  });
}

test('an owner sets the time zone in which Home and reports count days', async ({
  page,
  signIn,
}) => {
  await signIn('owner');
  await page.goto('/dashboard/settings');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save the time zone' }).click();
  await expect(page.getByText('Time zone changed.')).toBeVisible();
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Tokyo');
  await page.goto('/dashboard/reports');
  await expect(page.getByText('By date confirmed, in Asia/Tokyo').first()).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Days in Asia/Tokyo')).toBeVisible();
});
