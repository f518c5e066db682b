import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { chainReorg } from '@/db/schema/chain';
import { reorg } from '@/lib/chain/sources/sandbox/reorg';
import {
  CHAIN_CONDITIONS,
  type ChainCondition,
  type SourceKind,
} from '@/lib/domain/chain-condition';
import { NETWORKS } from '@/lib/domain/network';
import type { ChainResponse } from '@/lib/http/chains/chains-response';
import { queueChange } from '@/lib/server/changes/queue-change';
import { createTestKey } from '@/test/support/factories';
import { startReceiver } from '@/test/support/receiver';
import { findAxeViolations } from './support/axe';
import { expect, test } from './support/dashboard-test';
import { payWithWebhook } from './support/deliveries';
import { expectOnFastClock } from './support/expect-on-fast-clock';
import { findOverflowingElements } from './support/find-overflowing-elements';

const CHAIN = '/dashboard/health';
const HASH = '00000000000000000001f4a1c2b3d4e5f60718293a4b5c6d7e8f901234567890';

/** Only one kind of source can have each of these conditions. */
const SOURCES: Readonly<Partial<Record<ChainCondition, SourceKind>>> = {
  late: 'esplora',
  certificate_changed: 'electrum',
};

function chainsIn(conditions: readonly ChainResponse['condition'][], now: Date): ChainResponse[] {
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();
  return conditions.map((condition, place) => {
    const isOff = condition === 'off';
    const isRead = !isOff && condition !== 'not_read';
    const failing = isRead && !/^(following|catching_up|late|unattended)$/.test(condition);
    return {
      network: NETWORKS[place] ?? 'regtest',
      source: isOff ? 'off' : (SOURCES[condition] ?? 'bitcoind'),
      condition,
      height: isRead ? 912_345 : null,
      hash: isRead ? HASH : null,
      block_time: isRead ? ago(1_260) : null,
      tip_height: isRead ? 912_345 + (condition === 'catching_up' ? 1_204 : 0) : null,
      tip_hash: isRead ? HASH.replace('f4a1', 'c0de') : null,
      lag_blocks: isRead ? (condition === 'catching_up' ? 1_204 : 0) : null,
      read_at: isRead ? ago(failing ? 5_000 : 3) : null,
      answered_at: isRead ? ago(failing ? 5_000 : 2) : null,
      failing_since: failing ? ago(4_990) : null,
      fault: failing ? 'connect ECONNREFUSED 10.20.30.40:8332 '.repeat(3) : null,
      next_read_at: failing ? ago(-41) : null,
      waiting: { pending: 1_250, detected: 12 },
      used: true,
      reorgs: isRead
        ? [
            {
              at: ago(240),
              fork_height: 912_343,
              from_height: 912_344,
              from_hash: HASH.replace('f4a1', 'dead'),
              to_height: 912_345,
              to_hash: HASH,
            },
          ]
        : [],
    };
  });
}

async function show(page: Page, conditions: readonly ChainResponse['condition'][]): Promise<void> {
  const now = new Date();
  const json = { data: chainsIn(conditions, now), now: now.toISOString() };
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/dashboard/chains', (route) => route.fulfill({ json }));
  // The server renders the page with the real chains, and the page refetches them once the event
  // stream is open.
  const read = page.waitForResponse('**/api/dashboard/chains');
  await page.goto(CHAIN);
  await read;
  await expect(page.getByRole('article')).toHaveCount(conditions.length);
}

const GROUPS = [0, 5, 10, 15, 20].map((start) => CHAIN_CONDITIONS.slice(start, start + 5));

test('the chain page shows each block and each reorg as it arrives', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn('viewer');
  const { address } = await merchant.create();
  await merchant.pay(address, 125_000);
  await page.goto('/dashboard/payments');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await Promise.all(['g', 'e'].map((key) => page.keyboard.press(key)));
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();
  const slip = page.getByRole('article', { name: 'regtest' });
  await expect(slip.getByText('Following')).toBeVisible();
  await expect(slip.getByText('source: sandbox')).toBeVisible();
  const height = async () => Number(await slip.locator('dd data').first().getAttribute('value'));
  const before = await height();
  await merchant.mine(2);
  await expect.poll(height).toBe(before + 2);
  await expect(slip.getByText('at the tip')).toBeVisible();
  await reorg(merchant.base.db, { blocks: 1 }, new Date());
  await expect(slip.getByText('Recent reorg')).toBeVisible();
  await expect(slip.getByRole('table')).toContainText('1 block');
  await reorg(merchant.base.db, { blocks: 7 }, new Date());
  await expect(slip.getByText('Deep reorg')).toBeVisible();
  await expect(slip.getByText(/^The network replaced 7 blocks above block/)).toBeVisible();
  // Deletes the reorg, because later tests on this chain would show its alert for a day.
  await merchant.base.db.delete(chainReorg);
  await slip.getByRole('link', { name: /open payments on regtest/ }).click();
  await expect(page).toHaveURL(/network=regtest/);
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible();
});

test('the chain page has no axe violations in any state of a chain', async ({
  page,
  merchant,
  signIn,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn();
  for (const conditions of GROUPS) {
    await show(page, conditions);
    expect.soft(await findAxeViolations(page), conditions.join(' ')).toEqual([]);
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Home shows the first network, so a second key of the same merchant would change Home.
  const idle = await createTestKey(merchant.base.db, { network: 'signet' });
  await signIn('owner', idle.merchantId);
  await page.goto('/dashboard');
  await expect(page.getByRole('list', { name: 'Open decisions' })).toContainText('Switched off');
  expect.soft(await findAxeViolations(page), 'alerts').toEqual([]);
});

test('the chain page never scrolls sideways on a phone or desktop, in any state of a chain', async ({
  page,
  signIn,
}) => {
  await signIn();
  for (const conditions of GROUPS) {
    await show(page, conditions);
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect
        .soft(await findOverflowingElements(page), `${conditions.join(' ')} at ${width} px`)
        .toEqual([]);
    }
  }
});

test('when loading the chain page fails, the error is shown and earlier data stays visible', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  await page.clock.install();
  // Without this table, the server cannot read the page's data, so the browser requests the data.
  await merchant.base.db.execute('alter table chain_reorg rename to chain_reorg_away');
  try {
    await page.goto(CHAIN);
    await expectOnFastClock(page, (soon) =>
      expect(page.getByText('The chains could not be loaded.')).toBeVisible(soon),
    );
    // The button may already be gone, because the page also retries automatically.
    await page.getByRole('button', { name: 'Try again' }).click();
  } finally {
    await merchant.base.db.execute('alter table chain_reorg_away rename to chain_reorg');
  }
  await expect(page.getByRole('article', { name: 'regtest' })).toBeVisible();
  await page.route('**/api/dashboard/chains', (route) => route.abort());
  queueChange(merchant.base.db, merchant.key.merchantId, 'chain regtest');
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('The chains could not be updated')).toBeVisible(soon),
  );
  // A screen reader would otherwise repeat this text as long as the error lasts.
  const bar = page.getByRole('status').filter({ hasText: 'could not be updated' });
  await expect(bar.locator('[aria-live="off"]')).toHaveText(/^Last updated/);
  await expect(page.getByRole('article', { name: 'regtest' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expectOnFastClock(page, (soon) =>
    expect(page.getByText('The chains could not be updated')).toHaveCount(0, soon),
  );
});

test('if a chain problem needs action, the link to its runbook can be opened with the keyboard', async ({
  page,
  signIn,
}) => {
  await signIn();
  await show(page, ['pruned']);
  await page.getByRole('main').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Runbook for mainnet' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/operations#a-node-that-pruned-too-much$/);
  await expect(page.locator('#a-node-that-pruned-too-much')).toBeInViewport();
});

test('Home lists everything that needs attention, and links each entry to the page for fixing it', async ({
  page,
  merchant,
  signIn,
}) => {
  const key = await createTestKey(merchant.base.db, { name: 'Web' });
  await signIn('owner', key.merchantId);
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing needs your decision.')).toBeVisible();
  await createTestKey(merchant.base.db, { merchantId: key.merchantId, network: 'signet' });
  await merchant.base.db.execute(sql`update wallet set next_index = 22 where id = ${key.walletId}`);
  await page.goto('/dashboard');
  const rows = page.getByRole('list', { name: 'Open decisions' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Switched off');
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/wallets#${key.walletId}$`));
  await page.goBack();
  await rows.nth(0).getByRole('link').click();
  await expect(page.getByRole('article', { name: 'signet' })).toContainText(
    'Set BITCOIN_SIGNET and restart the server.',
  );
});

test('a failing endpoint has one inbox row, which links to the endpoint’s page', async ({
  page,
  merchant,
  signIn,
}) => {
  await signIn();
  const receiver = await startReceiver();
  receiver.respond({ status: 500 });
  await payWithWebhook(merchant, receiver, 'An order');
  await page.goto('/dashboard');
  const row = page.getByRole('listitem').filter({ hasText: `127.0.0.1:${receiver.port}` });
  await expect(row).toHaveCount(1);
  await row.getByRole('link', { name: 'Fix webhook' }).click();
  await expect(page).toHaveURL(/\/dashboard\/webhooks\/end_\w+$/);
  await receiver.close();
});
