import { describe, expect, it } from 'vitest';
import { RETRY_WINDOW_MS } from '@/lib/domain/retry-schedule';
import type { ChainStatus } from '@/lib/payments/chain-status';
import { type AlertFacts, findAlerts } from './find-alerts';

const NOW = new Date('2030-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const DAY = 86_400;

const CHAIN: ChainStatus = {
  network: 'mainnet',
  source: 'bitcoind',
  condition: 'following',
  height: 800_000,
  hash: 'aa',
  blockTime: at(-300),
  tipHeight: 800_000,
  tipHash: 'aa',
  lagBlocks: 0,
  readAt: at(-2),
  answeredAt: at(-1),
  failingSince: null,
  fault: null,
  nextReadAt: null,
  waiting: { pending: 0, detected: 0 },
  used: true,
  reorgs: [],
};
const HOST = {
  host: 'shop.example:443',
  retrying: 0,
  failed: 0,
  error: 'HTTP 410.',
  newestAt: at(-60),
  pausedUntil: null as Date | null,
};
const ALL_WELL: AlertFacts = {
  chains: [CHAIN],
  failing: [],
  expiring: [],
  outbox: { due: 3, lag_seconds: 2 },
  wallets: [],
};

const alerts = (facts: Partial<AlertFacts>) => findAlerts({ ...ALL_WELL, ...facts }, NOW);
const chain = (facts: Partial<ChainStatus>) => alerts({ chains: [{ ...CHAIN, ...facts }] });
const brief = (facts: Partial<AlertFacts>) =>
  alerts(facts).map(({ tone, title, href }) => [tone, title, href]);

describe('alerts', () => {
  it('are none while everything works', () => {
    expect(alerts({})).toEqual([]);
    expect(chain({ condition: 'not_read', height: null, readAt: null })).toEqual([]);
  });

  it('include an unavailable chain, if the merchant has a key on it', () => {
    expect(chain({ condition: 'unreachable' })).toMatchObject([
      { tone: 'failed', title: 'Chain mainnet: unreachable', href: '/dashboard/chain' },
    ]);
    expect(chain({ condition: 'unreachable', used: false })).toEqual([]);
  });

  it('include a chain that falls behind', () => {
    expect(chain({ condition: 'catching_up', lagBlocks: 2 })).toEqual([]);
    expect(chain({ condition: 'catching_up', lagBlocks: 3 })).toHaveLength(1);
    expect(chain({ condition: 'catching_up', lagBlocks: 1, readAt: at(-61) })).toHaveLength(1);
  });

  it('include late deliveries', () => {
    expect(brief({ outbox: { due: 9, lag_seconds: 61 } })).toEqual([
      ['pending', 'Webhook deliveries are late', '/dashboard/deliveries?status=pending'],
    ]);
  });

  it('include a failing endpoint: paused, retried, or recently given up', () => {
    const page = '/dashboard/deliveries?q=shop.example%3A443';
    const of = (host: Partial<typeof HOST>) => brief({ failing: [{ ...HOST, ...host }] });
    expect(of({ retrying: 2, pausedUntil: at(90) })).toEqual([
      ['failed', 'Deliveries to shop.example:443 are paused', page],
    ]);
    expect(of({ retrying: 2, failed: 1 })).toEqual([
      ['pending', 'Deliveries to shop.example:443 are failing', page],
    ]);
    expect(of({ failed: 1 })).toEqual([['pending', 'Deliveries to shop.example:443 failed', page]]);
    expect(of({ failed: 1, newestAt: at(-RETRY_WINDOW_MS / 1_000 - 3 * DAY) })).toEqual([]);
  });

  it('include a wallet near its gap limit and a key that expires soon, most severe first', () => {
    const wallet = { network: 'mainnet', keyNames: ['Web', 'App'], gapLimit: 20 } as const;
    expect(
      brief({
        wallets: [
          { ...wallet, id: 'wal_1', unusedRun: 20 },
          { ...wallet, id: 'wal_2', unusedRun: 21 },
        ],
        expiring: [{ id: 'key_1', name: 'Web', expiresAt: at(2 * DAY + 60) }],
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
