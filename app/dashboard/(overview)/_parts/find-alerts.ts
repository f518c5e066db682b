import type { Route } from 'next';
import { ageText } from '@/app/_ui/time-text';
import { RETRY_WINDOW_MS, RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import type { WalletNearGap } from '@/lib/keys/wallets-near-gap';
import type { ChainStatus } from '@/lib/payments/chain-status';
import type { Overview } from '@/lib/payments/overview';
import { conditionWords } from '../../_chain/condition-words';
import { CHAIN_STATUS } from '../../_frame/nav-items';

/** A problem that needs attention, and the page to fix it on. */
export interface Alert {
  readonly id: string;
  readonly tone: 'failed' | 'pending';
  readonly title: string;
  readonly text: string;
  readonly href: Route;
  readonly action: string;
}

export interface AlertFacts {
  readonly chains: readonly ChainStatus[];
  readonly failing: Overview['failing'];
  readonly expiring: Overview['expiring'];
  readonly outbox: { readonly due: number; readonly lag_seconds: number };
  readonly wallets: readonly WalletNearGap[];
}

/** Fewer are read within seconds. */
const BLOCKS_BEHIND = 3;
const STALE_MS = 60_000;
const OUTBOX_SLOW_SECONDS = 60;
/** Failures are reported for two days after the last retry. */
const FAILED_NEWS_MS = RETRY_WINDOW_MS + 2 * 86_400_000;

/** What needs attention, the worst first. */
export function findAlerts(facts: AlertFacts, now: Date): Alert[] {
  const alerts = [
    ...facts.chains.flatMap((chain) => chainAlert(chain, now) ?? []),
    ...(outboxAlert(facts.outbox) ?? []),
    ...facts.failing.flatMap((host) => hostAlert(host, now) ?? []),
    ...facts.wallets.map(walletAlert),
    ...facts.expiring.map((key) => keyAlert(key, now)),
  ];
  return [
    ...alerts.filter(({ tone }) => tone === 'failed'),
    ...alerts.filter(({ tone }) => tone === 'pending'),
  ];
}

function chainAlert(chain: ChainStatus, now: Date): Alert | undefined {
  const { network, condition, lagBlocks, readAt } = chain;
  if (!chain.used || condition === 'following' || condition === 'not_read') return undefined;
  const isStale = readAt === null || now.getTime() - readAt.getTime() > STALE_MS;
  if (condition === 'catching_up' && (lagBlocks ?? 0) < BLOCKS_BEHIND && !isStale) return undefined;
  const { label, tone, means } = conditionWords(condition, { ...chain, lag_blocks: lagBlocks });
  return {
    id: `chain ${network}`,
    tone: tone === 'failed' ? 'failed' : 'pending',
    title: `Chain ${network}: ${label.toLowerCase()}`,
    text: means,
    href: CHAIN_STATUS,
    action: 'Chain status',
  };
}

function outboxAlert({ due, lag_seconds: lag }: AlertFacts['outbox']): Alert[] | undefined {
  if (lag <= OUTBOX_SLOW_SECONDS) return undefined;
  return [
    {
      id: 'outbox',
      tone: 'pending',
      title: 'Webhook deliveries are late',
      text: `${due} ${due === 1 ? 'delivery is' : 'deliveries are'} due, the oldest for ${ageText(lag * 1_000)}. The endpoints are fine: this server is behind.`,
      href: '/dashboard/deliveries?status=pending' as Route,
      action: 'Pending deliveries',
    },
  ];
}

function hostAlert(host: AlertFacts['failing'][number], now: Date): Alert | undefined {
  const { retrying, failed, error, pausedUntil, newestAt } = host;
  const page = {
    id: `host ${host.host}`,
    href: `/dashboard/deliveries?${new URLSearchParams({ q: host.host })}` as Route,
    action: 'Deliveries',
  };
  if (pausedUntil) {
    const wait = ageText(pausedUntil.getTime() - now.getTime());
    const title = `Deliveries to ${host.host} are paused`;
    const text = `It failed many times in a row. Next attempt in ${wait}. ${error ?? ''}`.trim();
    return { ...page, tone: 'failed', title, text };
  }
  if (retrying > 0) {
    const title = `Deliveries to ${host.host} are failing`;
    const text =
      `${countText(retrying)} being retried, for up to ${RETRY_WINDOW_TEXT}. ${error ?? ''}`.trim();
    return { ...page, tone: 'pending', title, text };
  }
  if (failed === 0 || now.getTime() - newestAt.getTime() > FAILED_NEWS_MS) return undefined;
  const title = `Deliveries to ${host.host} failed`;
  const text = `${countText(failed)} no longer retried. Fix the endpoint, then resend.`;
  return { ...page, tone: 'pending', title, text };
}

function countText(count: number): string {
  return count === 1 ? '1 delivery is' : `${count} deliveries are`;
}

function walletAlert({ id, keyNames, unusedRun, gapLimit }: WalletNearGap): Alert {
  const beyond = unusedRun > gapLimit;
  const names = keyNames.map((name) => `“${name}”`).join(', ');
  return {
    id: `wallet ${id}`,
    tone: beyond ? 'failed' : 'pending',
    title: beyond
      ? `The wallet of ${names} may miss its next payment`
      : `The wallet of ${names} is close to its gap limit`,
    text: `Its last ${unusedRun} addresses are unpaid, and most wallets look only ${gapLimit} addresses ahead. Raise the gap limit in your wallet.`,
    href: `/dashboard/wallets#${id}` as Route,
    action: 'Wallet',
  };
}

function keyAlert({ id, name, expiresAt }: AlertFacts['expiring'][number], now: Date): Alert {
  return {
    id: `key ${id}`,
    tone: 'pending',
    title: `API key “${name}” expires soon`,
    text: `It stops working in ${ageText(expiresAt.getTime() - now.getTime())}.`,
    href: `/dashboard/keys/${id}` as Route,
    action: 'API key',
  };
}
