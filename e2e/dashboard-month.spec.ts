import { sql } from 'drizzle-orm';
import { createTestKey } from '@/test/support/factories';
import { sealRows } from '@/test/support/seals';
import { findAxeViolations } from './support/axe';
import type { BrowserMerchant } from './support/browser-merchant';
import { expect, test } from './support/dashboard-test';
import { findOverflowingElements } from './support/find-overflowing-elements';
import { watchShifts } from './support/layout-shifts';

const ZONE = 'Europe/Zurich';
test.use({ timezoneId: ZONE });

/**
 * Adds another merchant with two months in euros: three payments per day, and one of €9,840.00 on
 * the second day of this month.
 */
async function addMonths({ base: { db } }: BrowserMerchant) {
  const key = await createTestKey(db);
  await db.execute(sql`update merchant set display_currency = 'EUR' where id = ${key.merchantId}`);
  await db.execute(sql`
    insert into payment (id, checkout_id, api_key_id, network, address, script, holds_address,
      amount_sats, tolerance_ppm, required_sats, required_confirmations, status, received_sats,
      created_at, confirmed_at, expires_at, updated_at, reference, price)
    select ${key.id} || 'pay' || n, ${key.id} || 'co' || n, ${key.id}, 'regtest', 'bcrt1q' || n,
      '0014' || n, false, 50000, 0, 50000, 1, 'confirmed', 50000, at, at, at, at, 'Order ' || n,
      jsonb_build_object('amount', case when n = 4 then '9840.00' else to_char(20 + n % 7, 'FM990.00') end,
        'currency', 'EUR', 'rate', '50000', 'source', 'fixed', 'quotedAt', at, 'spreadPpm', 0)
    from (
      select n, date_trunc('month', now(), ${ZONE}) + make_interval(hours => n * 8 + 1) as at
      from generate_series(-80, 80) n) made
    where at < now() or n = 4`);
  await sealRows(db);
  return key;
}

/** Sums the euros earned in a month, without the code that the page uses. */
async function sumOf({ base: { db } }: BrowserMerchant, keyId: string, monthsAgo: number) {
  const [row] = await db.execute<{ euros: string; orders: number }>(sql`
    select sum((price ->> 'amount')::numeric)::text as euros, count(*)::int as orders
    from payment
    where api_key_id = ${keyId} and to_char(confirmed_at at time zone ${ZONE}, 'YYYY-MM') =
      to_char(date_trunc('month', now() at time zone ${ZONE}) - make_interval(months => ${monthsAgo}), 'YYYY-MM')`);
  return row ?? { euros: '', orders: 0 };
}

test('Home’s figures for this month and the previous month equal independently computed sums', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await addMonths(merchant);
  await signIn('viewer', key.merchantId);
  await page.goto('/dashboard');
  const earned = page.getByRole('definition').nth(0);
  const orders = page.getByRole('definition').nth(1);
  const now = await sumOf(merchant, key.id, 0);
  await expect(earned).toContainText(`€${now.euros}`);
  await expect(orders).toContainText(String(now.orders));
  const name = (months: number) => {
    const at = new Date();
    at.setUTCDate(15);
    at.setUTCMonth(at.getUTCMonth() + months);
    return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(at);
  };
  await expect(page.getByRole('heading', { name: name(0) })).toBeVisible();
  await page.getByRole('link', { name: name(-1), exact: true }).click();
  await expect(page.getByRole('heading', { name: name(-1) })).toBeVisible();
  const before = await sumOf(merchant, key.id, 1);
  await expect(earned).toContainText(`€${before.euros}`);
  await expect(orders).toContainText(String(before.orders));
  await page.getByRole('link', { name: name(0), exact: true }).click();
  await expect(page.getByRole('heading', { name: name(0) })).toBeVisible();
});

test('the month chart cuts off the bar of an exceptional day and links to the day’s largest payment', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await addMonths(merchant);
  await signIn('viewer', key.merchantId);
  await page.goto('/dashboard');
  const chart = page.getByRole('figure');
  await expect(chart).toContainText(/2 \w+ is cut: €98\d\d\.00, of which €9840\.00 is one payment/);
  const bars = chart.locator('.month-bar');
  const heightOf = (nth: number) => bars.nth(nth).evaluate((bar) => bar.clientHeight);
  const clipped = await heightOf(0);
  await page.getByLabel('Full scale').check();
  await expect(chart).not.toContainText('is cut');
  expect(await heightOf(0)).toBeLessThan(clipped / 10);
  await page.getByLabel('Full scale').uncheck();
  await chart.getByRole('link', { name: 'Order 4', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/payments/${key.id}pay4$`));
});

test('the month chart fits every width, does not shift during hydration, and has no axe violations', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await addMonths(merchant);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn('viewer', key.merchantId);
  await page.goto('/dashboard');
  const shifts = await watchShifts(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('figure')).toContainText('is cut');
  expect(await shifts()).toBeLessThan(0.01);
  for (const width of [320, 390, 1_024, 1_440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findOverflowingElements(page), `${width} px`).toEqual([]);
  }
  expect(await findAxeViolations(page)).toEqual([]);
});
