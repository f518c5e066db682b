import { expect, test } from 'vitest';
import type { ChainResponse } from '@/lib/http/chains/chains-response';
import type { NoticesResponse } from '@/lib/http/home/home-response';
import { noticeRows } from './notice-rows';

const NOW = Date.parse('2030-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

const CHAIN = { network: 'mainnet', source: 'bitcoind', lag_blocks: 0 } as ChainResponse;
const FAILING = {
  id: 'end_2',
  name: null as string | null,
  url: 'https://shop.example/hook',
  failing: true,
  failing_since: at(-3_600) as string | null,
  same_in_a_row: 47,
  last_status: 401,
  last_error: 'Check the signing secret.' as string | null,
  switched_off_at: null as string | null,
  paid_orders_waiting: 0,
  given_up: 0,
};
const PAUSED = { id: 'end_1', host: 'a.example', paused_at: at(-3_600) };
const NOTHING: NoticesResponse = {
  chains: [],
  reorgs: [],
  outbox: null,
  failing: [],
  paused_endpoints: [],
  wallets: [],
  expiring: [],
  altered: [],
};
const rows = (notices: Partial<NoticesResponse>) => noticeRows({ ...NOTHING, ...notices }, NOW);

test('if there are no notices, the inbox shows no notice rows', () => {
  expect(rows({})).toEqual([]);
});

test('the notice about an unavailable chain links to Health', () => {
  expect(rows({ chains: [{ ...CHAIN, condition: 'unreachable' }] })).toMatchObject([
    { tone: 'failed', name: 'mainnet', href: '/dashboard/health' },
  ]);
});

const failing = (endpoint: Partial<typeof FAILING>) =>
  rows({ failing: [{ ...FAILING, ...endpoint }] })[0];

test('a failing endpoint’s inbox row shows the last response and the number of paid orders unknown to the shop', () => {
  expect(failing({})).toMatchObject({
    tone: 'failed',
    name: 'shop.example/hook',
    reason: 'Failing for 1 h: 47 × HTTP 401. Check the signing secret.',
    href: '/dashboard/webhooks/end_2',
  });
  expect(failing({ name: 'Shop', paid_orders_waiting: 9, given_up: 1 })).toMatchObject({
    name: 'Shop',
    reason:
      'Failing for 1 h: 47 × HTTP 401. Your shop does not know of 9 paid orders. 1 webhook is no longer retried. Check the signing secret.',
  });
});

test('an endpoint that works again keeps an inbox row for the webhooks that it missed', () => {
  expect(failing({ failing: false, failing_since: null, given_up: 2 })).toMatchObject({
    tone: 'pending',
    reason: '2 webhooks are no longer retried. Resend what your shop has missed.',
    href: '/dashboard/webhooks?endpoint=end_2&status=failed#deliveries',
  });
});

test('the inbox lists a wallet beyond its gap limit before one near its gap limit', () => {
  const wallet = { id: 'wal_1', key_names: ['Web'], unused_run: 16, gap_limit: 20 };
  const found = rows({ wallets: [wallet, { ...wallet, id: 'wal_2', unused_run: 21 }] });
  expect(found.map(({ tone, href }) => [tone, href])).toEqual([
    ['failed', '/dashboard/wallets#wal_2'],
    ['pending', '/dashboard/wallets#wal_1'],
  ]);
});

test('if an endpoint was switched off, its inbox row shows a failure and says how to resume the endpoint', () => {
  expect(failing({ switched_off_at: at(-3_600), last_error: null })).toMatchObject({
    tone: 'failed',
    reason:
      'Switched off for 1 h, after ten days without an accepted webhook. Fix the endpoint, then resume it.',
    href: '/dashboard/webhooks/end_2',
  });
});

test('late deliveries, a paused endpoint and an expiring key each have a row in the inbox', () => {
  const found = rows({
    outbox: { due: 7, lag_seconds: 120 },
    paused_endpoints: [PAUSED],
    expiring: [{ id: 'key_1', name: 'Web', expires_at: at(2 * 86_400) }],
  });
  expect(found.map(({ reason }) => reason)).toEqual([
    'This server is up to 2 min late with 7 webhooks. The cause is this server, or an endpoint that responds slowly.',
    'Paused for 1 h. Deliveries wait until somebody resumes the endpoint.',
    'The key stops working in 2 d.',
  ]);
});
