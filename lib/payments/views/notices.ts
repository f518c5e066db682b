import type { Network } from '@/lib/domain/network';
import { findDeepestAlertReorg } from '@/lib/domain/reorg-depth';
import type { AlteredRows } from '@/lib/keys/altered-rows';
import type { WalletNearGap } from '@/lib/keys/wallets-near-gap';
import type { OutboxLag } from '@/lib/webhooks/delivery/outbox-lag';
import type { FailingEndpoint } from '@/lib/webhooks/endpoints/failing-endpoints';
import type { PausedEndpoint } from '@/lib/webhooks/endpoints/paused-endpoints';
import type { ChainStatus } from './chain-status';
import type { Reorg } from './reorgs';

export interface ExpiringKey {
  readonly id: string;
  readonly name: string;
  readonly expiresAt: Date;
}

export interface NoticeFacts {
  readonly chains: readonly ChainStatus[];
  readonly outbox: OutboxLag;
  readonly failing: readonly FailingEndpoint[];
  readonly pausedEndpoints: readonly PausedEndpoint[];
  readonly wallets: readonly WalletNearGap[];
  readonly expiring: readonly ExpiringKey[];
  readonly altered: AlteredRows['own'];
}

export interface Notices extends Omit<NoticeFacts, 'outbox'> {
  readonly reorgs: readonly { readonly network: Network; readonly reorg: Reorg }[];
  /** Null while deliveries are on time. */
  readonly outbox: OutboxLag | null;
}

/** Returns the names of the notices' subjects, by the id under which the team's note is stored. */
export function noticeSubjects(notices: Notices): ReadonlyMap<string, string> {
  return new Map([
    ...[...notices.chains, ...notices.reorgs].map(({ network }): [string, string] => [
      network,
      network,
    ]),
    ...(notices.outbox ? ([['server', 'this server']] as const) : []),
    ...notices.failing.map(({ id, name, url }): [string, string] => [id, name ?? hostOf(url)]),
    ...notices.pausedEndpoints.map(({ id, host }): [string, string] => [id, host]),
    ...notices.wallets.map(({ id, keyNames }): [string, string] => [id, keyNames.join(', ')]),
    ...notices.expiring.map(({ id, name }): [string, string] => [id, name]),
  ]);
}

const hostOf = (url: string) => new URL(url).host;

/** Minimum lag in blocks for a notice. A chain with a smaller lag catches up within seconds. */
const BLOCKS_BEHIND = 3;
const OUTBOX_SLOW_SECONDS = 60;
/** Maximum age of a chain's last read. A followed chain is read every few seconds. */
const STALE_MS = 60_000;

export function noticesOf(facts: NoticeFacts, now: Date): Notices {
  const used = facts.chains.filter((chain) => chain.used);
  return {
    ...facts,
    chains: used.filter((chain) => isTroubled(chain, now)),
    reorgs: used.flatMap(({ network, reorgs }) => {
      const reorg = deepestOf(reorgs, now);
      return reorg ? [{ network, reorg }] : [];
    }),
    outbox: facts.outbox.lagSeconds > OUTBOX_SLOW_SECONDS ? facts.outbox : null,
  };
}

export function countNotices(notices: Notices): number {
  const { outbox, ...lists } = notices;
  return Object.values(lists).reduce((total, { length }) => total + length, outbox ? 1 : 0);
}

function isTroubled({ condition, lagBlocks, readAt }: ChainStatus, now: Date): boolean {
  if (condition === 'following' || condition === 'not_read') return false;
  const isRead = readAt !== null && now.getTime() - readAt.getTime() <= STALE_MS;
  return !(condition === 'catching_up' && (lagBlocks ?? 0) < BLOCKS_BEHIND && isRead);
}

function deepestOf(reorgs: readonly Reorg[], now: Date): Reorg | undefined {
  const forks = reorgs.map((reorg) => ({
    reorg,
    at: reorg.at.toISOString(),
    fork_height: reorg.forkHeight,
    from_height: reorg.fromHeight,
  }));
  return findDeepestAlertReorg(forks, now.getTime())?.reorg;
}
