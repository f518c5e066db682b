import { expect, test } from 'vitest';
import type { ChainResponse } from '@/lib/http/chains/chains-response';
import type { HealthResponse } from '@/lib/http/health/health-response';
import { findProblems, healthSentence } from './find-problems';

const NOW = Date.parse('2030-01-01T12:00:00Z');
const at = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();
const CHAIN: ChainResponse = {
  network: 'mainnet',
  source: 'bitcoind',
  condition: 'following',
  ...{ height: 9, hash: null, block_time: null, tip_height: 9, tip_hash: null, lag_blocks: 0 },
  ...{ read_at: at(-3), answered_at: at(-3), failing_since: null, fault: null, next_read_at: null },
  ...{ waiting: { pending: 0, detected: 0 }, used: true, reorgs: [] },
};
const HOST = {
  ...{ host: 'shop.example:443', failures: 6, open_until: at(60) },
  ...{ last_success_at: null, last_failure_at: at(-9) },
};
const WELL: HealthResponse = {
  hosts: [],
  outbox: { due: 3, lag_seconds: 2 },
  database: { connections: 18, limit: 20 },
  altered: { count: 0, own: [] },
  mail: null,
  channels: null,
  expiry_lag_seconds: 20,
  prune_lag_seconds: 3_000,
};
const sentence = (chain: Partial<ChainResponse>, health: Partial<HealthResponse>) =>
  healthSentence(findProblems([{ ...CHAIN, ...chain }], { ...WELL, ...health }, NOW));

test.each<[string, Partial<ChainResponse>, Partial<HealthResponse>]>([
  ['a chain at its tip', {}, {}],
  ['a chain that just saw new blocks', { condition: 'catching_up', lag_blocks: 2 }, {}],
  ['a chain without a usable key', { condition: 'unreachable', used: false }, {}],
  ['a host whose pause is over', {}, { hosts: [{ ...HOST, open_until: at(-1) }] }],
])('the summary on Health reports no problem for %s', (_, chain, health) => {
  expect(sentence(chain, health)).toBe('No problems found.');
});

test.each<[string, Partial<ChainResponse>, Partial<HealthResponse>]>([
  ['the mainnet chain (unreachable)', { condition: 'unreachable' }, {}],
  ['the mainnet chain (no TLS)', { condition: 'no_tls' }, { expiry_lag_seconds: 999 }],
  ['webhooks to shop.example:443 (6 failed attempts in a row)', {}, { hosts: [HOST] }],
  ['webhooks sent 5 min late', {}, { outbox: { due: 1, lag_seconds: 300 } }],
  ['payments expired 10 min late', {}, { expiry_lag_seconds: 600 }],
  [
    '2 rows changed in the database (payment pay_1)',
    {},
    { altered: { count: 2, own: [{ kind: 'payment', id: 'pay_1' }] } },
  ],
  ['database connections (19 of 20 in use)', {}, { database: { connections: 19, limit: 20 } }],
  ['old records deleted 4 d late', {}, { prune_lag_seconds: 4 * 86_400 }],
])('the summary on Health mentions %s', (problem, chain, health) => {
  expect(sentence(chain, health)).toBe(`Your system needs attention: ${problem}.`);
});

test('the summary on Health stays short even with many problems', () => {
  const hosts = ['a', 'b', 'c', 'd'].map((host) => ({ ...HOST, host }));
  expect(sentence({}, { hosts })).toMatch(/webhooks to b \(.*\), and 2 more problems\.$/);
});
