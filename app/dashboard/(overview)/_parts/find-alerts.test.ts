import { describe, expect, it } from 'vitest';
import { RETRY_WINDOW_MS } from '@/lib/domain/retry-schedule';
import type { ChainAnswer } from '@/lib/http/chains/chains-answer';
import { type AlertFacts, findAlerts } from './find-alerts';

const NOW = new Date('2030-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000).toISOString();
const DAY = 86_400;

const CHAIN: ChainAnswer = {
  network: 'mainnet',
  source: 'bitcoind',
  condition: 'following',
  height: 800_000,
  hash: 'aa',
  block_time: at(-300),
  tip_height: 800_000,
  tip_hash: 'aa',
  lag_blocks: 0,
  read_at: at(-2),
  answered_at: at(-1),
  failing_since: null,
  fault: null,
  next_read_at: null,
  waiting: { pending: 0, detected: 0 },
  used: true,
  reorgs: [],
};
const HOST = {
  host: 'shop.example:443',
  retrying: 0,
  failed: 0,
  error: 'HTTP 410.',
  newest_at: at(-60),
  paused_until: null as string | null,
};
const NO_PROBLEM: AlertFacts = {
  now: NOW.toISOString(),
  chains: [CHAIN],
  failing: [],
  paused_endpoints: [],
  expiring: [],
  outbox: { due: 3, lag_seconds: 2 },
  wallets: [],
};

const alerts = (facts: Partial<AlertFacts>) => findAlerts({ ...NO_PROBLEM, ...facts });
const chain = (facts: Partial<ChainAnswer>) => alerts({ chains: [{ ...CHAIN, ...facts }] });
const brief = (facts: Partial<AlertFacts>) =>
  alerts(facts).map(({ tone, title, href }) => [tone, title, href]);

describe('alerts', () => {
  it('are none while everything works', () => {
    expect(alerts({})).toEqual([]);
    expect(chain({ condition: 'not_read', height: null, read_at: null })).toEqual([]);
  });

  it('include an unavailable chain, if the merchant has a key on it', () => {
    expect(chain({ condition: 'unreachable' })).toMatchObject([
      { tone: 'failed', title: 'Chain mainnet: unreachable', href: '/dashboard/chain' },
    ]);
    expect(chain({ condition: 'unreachable', used: false })).toEqual([]);
  });

  it('include a chain that falls behind', () => {
    expect(chain({ condition: 'catching_up', lag_blocks: 2 })).toEqual([]);
    expect(chain({ condition: 'catching_up', lag_blocks: 3 })).toHaveLength(1);
    expect(chain({ condition: 'catching_up', lag_blocks: 1, read_at: at(-61) })).toHaveLength(1);
  });

  it('include a reorg of more than six blocks, for a day', () => {
    const reorg = (depth: number, seconds: number): ChainAnswer['reorgs'][number] => ({
      at: at(-seconds),
      fork_height: 799_900,
      from_height: 799_900 + depth,
      from_hash: 'bb',
      to_height: 799_901 + depth,
      to_hash: 'cc',
    });
    expect(chain({ reorgs: [reorg(1, 60), reorg(7, 120)] })).toMatchObject([
      {
        tone: 'failed',
        title: 'Chain mainnet: deep reorg',
        text: expect.stringMatching(/^The network replaced 7 blocks above block 799900\. /),
        href: '/dashboard/chain',
      },
    ]);
    expect(chain({ reorgs: [reorg(6, 60)] })).toEqual([]);
    expect(chain({ reorgs: [reorg(7, DAY + 1)] })).toEqual([]);
    expect(chain({ reorgs: [reorg(7, 60)], used: false })).toEqual([]);
  });

  it('include late deliveries', () => {
    expect(brief({ outbox: { due: 9, lag_seconds: 61 } })).toEqual([
      ['pending', 'Webhook deliveries are late', '/dashboard/deliveries?status=pending'],
    ]);
  });

  it('include a failing host: after many failures in a row, retried, or recently given up', () => {
    const page = '/dashboard/deliveries?q=shop.example%3A443';
    const of = (host: Partial<typeof HOST>) => brief({ failing: [{ ...HOST, ...host }] });
    expect(of({ retrying: 2, paused_until: at(90) })).toEqual([
      ['failed', 'Deliveries to shop.example:443 are paused', page],
    ]);
    expect(of({ retrying: 2, failed: 1 })).toEqual([
      ['pending', 'Deliveries to shop.example:443 are failing', page],
    ]);
    expect(of({ failed: 1 })).toEqual([['pending', 'Deliveries to shop.example:443 failed', page]]);
    expect(of({ failed: 1, newest_at: at(-RETRY_WINDOW_MS / 1_000 - 3 * DAY) })).toEqual([]);
  });

  it('include a paused endpoint, with the time of the pause and a link to resume', () => {
    const paused = { id: 'end_1', host: 'shop.example:443', paused_at: at(-2 * DAY) };
    const [alert] = alerts({ paused_endpoints: [paused] });
    expect(alert).toMatchObject({ tone: 'pending', href: '/dashboard/webhooks/end_1' });
    expect(alert?.title).toBe('A webhook endpoint on shop.example:443 is paused');
    expect(alert?.text).toContain('2 d');
  });

  it('include a wallet near its gap limit and a key that expires soon, most severe first', () => {
    const wallet = { network: 'mainnet', key_names: ['Web', 'App'], gap_limit: 20 } as const;
    expect(
      brief({
        wallets: [
          { ...wallet, id: 'wal_1', unused_run: 20 },
          { ...wallet, id: 'wal_2', unused_run: 21 },
        ],
        expiring: [{ id: 'key_1', name: 'Web', expires_at: at(2 * DAY + 60) }],
      }),
    ).toEqual([
      [
        'failed',
        'The wallet of “Web”, “App” may miss its next payment',
        '/dashboard/wallets#wal_2',
      ],
      [
        'pending',
        'The wallet of “Web”, “App” is close to its gap limit',
        '/dashboard/wallets#wal_1',
      ],
      ['pending', 'API key “Web” expires soon', '/dashboard/keys/key_1'],
    ]);
  });
});
