import { expect, test } from 'vitest';
import type { ChainStatus } from './chain-status';
import { countNotices, type NoticeFacts, noticesOf } from './notices';

const NOW = new Date('2030-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

const CHAIN = {
  network: 'mainnet',
  condition: 'following',
  lagBlocks: 0,
  readAt: at(-2),
  used: true,
  reorgs: [],
} as unknown as ChainStatus;
const FINE: NoticeFacts = {
  chains: [CHAIN],
  outbox: { due: 3, lagSeconds: 2 },
  failing: [],
  pausedEndpoints: [],
  wallets: [],
  expiring: [],
  altered: [],
};

const counted = (facts: Partial<NoticeFacts>) =>
  countNotices(noticesOf({ ...FINE, ...facts }, NOW));
const chain = (facts: Partial<ChainStatus>) => counted({ chains: [{ ...CHAIN, ...facts }] });

test('no notice is shown while everything works', () => {
  expect(counted({})).toBe(0);
  expect(chain({ condition: 'not_read', readAt: null })).toBe(0);
});

test('an unavailable chain causes a notice only if the merchant has an API key for the chain', () => {
  expect(chain({ condition: 'unreachable' })).toBe(1);
  expect(chain({ condition: 'unreachable', used: false })).toBe(0);
});

test('a chain that is catching up causes a notice only if it is far behind or was not read recently', () => {
  expect(chain({ condition: 'catching_up', lagBlocks: 2 })).toBe(0);
  expect(chain({ condition: 'catching_up', lagBlocks: 3 })).toBe(1);
  expect(chain({ condition: 'catching_up', lagBlocks: 1, readAt: at(-61) })).toBe(1);
});

test('a deep reorg causes a notice, and a shallow reorg does not', () => {
  const reorg = { at: at(-60), fromHash: '', toHash: '', toHeight: 110 };
  expect(chain({ reorgs: [{ ...reorg, forkHeight: 90, fromHeight: 100 }] })).toBe(1);
  expect(chain({ reorgs: [{ ...reorg, forkHeight: 99, fromHeight: 100 }] })).toBe(0);
});

test('a notice appears when deliveries are more than a minute late', () => {
  expect(counted({ outbox: { due: 1, lagSeconds: 60 } })).toBe(0);
  expect(counted({ outbox: { due: 1, lagSeconds: 61 } })).toBe(1);
});
