import type { BrowserContext, Page } from '@playwright/test';
import { queueChange } from '@/lib/server/changes/queue-change';
import { startReceiver } from '@/test/support/receiver';
import { until } from '@/test/support/wait';
import { expect, test } from './support/dashboard-test';
import { payWithWebhook } from './support/deliveries';
import { expectOnFastClock } from './support/expect-on-fast-clock';
import { whenHydrated } from './support/when-hydrated';

const EVENTS = '/api/dashboard/events';

async function openTab(context: BrowserContext, url: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(url);
  await whenHydrated(tab);
  return tab;
}

/** Records the tabs' later requests, separately for data and for event streams. */
function requestsOf(tabs: readonly Page[]): { data: string[]; streams: string[] } {
  const seen = { data: [] as string[], streams: [] as string[] };
  for (const tab of tabs) {
    tab.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === EVENTS) seen.streams.push(pathname);
      else if (pathname.startsWith('/api/') || searchParams.has('_rsc')) seen.data.push(pathname);
    });
  }
  return seen;
}

/** Resolves at the next `beat` event, which the server sends every ten seconds. */
async function nextBeat(tab: Page): Promise<void> {
  await tab.evaluate(
    (url) =>
      new Promise<void>((resolve) => {
        const source = new EventSource(url);
        source.addEventListener('beat', () => {
          source.close();
          resolve();
        });
      }),
    EVENTS,
  );
}

/** A reload removes this mark. */
const mark = (tab: Page) => tab.evaluate(() => void Object.assign(window, { kept: true }));
const isMarked = (tab: Page) => tab.evaluate(() => 'kept' in window);

test('open pages show a new payment immediately, and send no requests until something changes', async ({
  page,
  context,
  merchant,
  signIn,
}) => {
  const old = await merchant.create({ reference: 'Live old' });
  await signIn('viewer');
  await page.goto('/dashboard/payments');
  const list = page;
  const home = await openTab(context, '/dashboard');
  const detail = await openTab(context, `/dashboard/payments/${old.id}`);
  const tabs = [list, home, detail];
  for (const tab of tabs) await mark(tab);
  await expect(list.getByRole('row').filter({ hasText: 'Live old' })).toBeVisible();

  // A read for an earlier change can be late on a busy machine, so this waits for ten seconds
  // without a read, from one `beat` event to the next.
  const inOneBeat = async () => {
    const { data, streams } = requestsOf(tabs);
    await nextBeat(list);
    expect(streams).toHaveLength(1);
    return data;
  };
  await expect.poll(inOneBeat, { timeout: 120_000 }).toEqual([]);

  const { streams } = requestsOf(tabs);
  const made = await merchant.create({ reference: 'Live new' });
  const row = list.getByRole('row').filter({ hasText: 'Live new' });
  await expect(row).toContainText('Pending');
  await merchant.pay(made.address, 125_000);
  await expect(home.getByText('Live new')).toBeVisible();
  await expect(row).toContainText('Detected');
  await merchant.pay(old.address, 125_000);
  await expect(detail.getByText('Detected', { exact: true }).first()).toBeVisible();
  await merchant.mine(3);
  await expect(detail.getByText('Confirmed', { exact: true }).first()).toBeVisible();
  await expect(row).toContainText('Confirmed');
  expect(streams).toEqual([]);
  for (const tab of tabs) expect(await isMarked(tab)).toBe(true);
});

test('delivery attempts appear live in the list of deliveries and on the payment’s page', async ({
  page,
  context,
  merchant,
  signIn,
}) => {
  const receiver = await startReceiver();
  try {
    receiver.respond({ status: 500 });
    await signIn('viewer');
    await page.goto('/dashboard/webhooks?q=Attempts-1');
    await expect(page.getByText('No matching deliveries in the last 30 days.')).toBeVisible();
    const id = await payWithWebhook(merchant, receiver, 'Attempts 1');
    const row = page.getByRole('row').filter({ hasText: 'Attempts 1' });
    await expect(row).toContainText('Retrying');
    await expect(row).toContainText('HTTP 500');
    const detail = await openTab(context, `/dashboard/payments/${id}`);
    await expect(detail.getByText('HTTP 500').first()).toBeVisible();
    receiver.respond({ status: 200 });
    // A pending delivery has no running attempt, so only the next attempt gets the new response.
    await until('the next attempt is due, or was made', async () => {
      const rows = await merchant.base.db.execute(`
        with due as (
          update delivery set next_attempt_at = now()
          where payment_id = '${id}' and status = 'pending' returning id
        )
        select id from due
        union all select id from delivery where payment_id = '${id}' and status = 'delivered'`);
      return rows.length > 0;
    });
    await merchant.base.db.execute('notify webhook_due');
    await expect(row).toContainText('Delivered');
    await expect(detail.getByText('Delivered', { exact: true }).first()).toBeVisible();
  } finally {
    await receiver.close();
  }
});

test('a dashboard page shows missed changes after the browser or the server was offline', async ({
  page,
  context,
  merchant,
  signIn,
}) => {
  const stale = 'The payments could not be updated';
  await signIn('viewer');
  await page.clock.install();
  await page.goto('/dashboard/payments');
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
  await mark(page);
  await context.setOffline(true);
  await merchant.create({ reference: 'Offline 1' });
  await expectOnFastClock(page, (soon) => expect(page.getByText(stale)).toBeVisible(soon));
  await context.setOffline(false);
  await expectOnFastClock(page, (soon) =>
    expect(page.getByRole('row').filter({ hasText: 'Offline 1' })).toBeVisible(soon),
  );
  await expectOnFastClock(page, (soon) => expect(page.getByText(stale)).toHaveCount(0, soon));

  await merchant.app.kill('SIGTERM');
  await expectOnFastClock(page, (soon) => expect(page.getByText(stale)).toBeVisible(soon));
  await merchant.app.start();
  await merchant.create({ reference: 'Restarted 1' });
  await expectOnFastClock(page, (soon) =>
    expect(page.getByRole('row').filter({ hasText: 'Restarted 1' })).toBeVisible(soon),
  );
  expect(await isMarked(page)).toBe(true);
});

test('without an event stream, a dashboard page polls and shows a small note', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.route(`**${EVENTS}`, (route) => route.abort());
  await signIn('viewer');
  await page.clock.install();
  await page.goto('/dashboard/payments');
  await merchant.create({ reference: 'Polled 1' });
  await expectOnFastClock(page, (soon) =>
    expect(page.getByRole('row').filter({ hasText: 'Polled 1' })).toBeVisible(soon),
  );
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('Live updates are interrupted.')).toBeVisible(soon),
  );
  await page.unroute(`**${EVENTS}`);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText('Live updates are interrupted.')).toHaveCount(0);
});

test('an open dialog keeps its typed text while the page behind it updates', async ({
  page,
  merchant,
  signIn,
}) => {
  const { id, address } = await merchant.create({ reference: 'Dialog 1' });
  await signIn('owner');
  await page.goto(`/dashboard/payments/${id}`);
  await page.getByRole('button', { name: 'Cancel payment' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog).toBeVisible();
  const again = page.waitForResponse(`**/api/dashboard/payments/${id}`);
  queueChange(merchant.base.db, merchant.key.merchantId, 'payments');
  await again;
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep payment' }).click();

  const blocks = page.getByLabel('Blocks');
  await blocks.fill('7');
  await merchant.pay(address, 1_000);
  await expect(page.getByText('Underpaid').first()).toBeVisible();
  await expect(blocks).toHaveValue('7');

  await page.goto('/dashboard/settings');
  await page.getByLabel('Name').first().fill('Half a na');
  const read = page.waitForResponse('**/api/dashboard/frame');
  queueChange(merchant.base.db, merchant.key.merchantId, 'people');
  await read;
  await expect(page.getByLabel('Name').first()).toHaveValue('Half a na');
});
