import type { Route } from 'next';
import { RETRY_WINDOW_MS, RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import type { WalletNearGap } from '@/lib/keys/wallets-near-gap';
import type { ChainStatus } from '@/lib/payments/chain-status';
import type { Overview } from '@/lib/payments/overview';
import { ageText } from '../../_chain/age-text';
import { conditionWords } from '../../_chain/condition-words';
import { CHAIN_STATUS } from '../../_frame/nav-items';

/** Something that needs a person, and the page where they see to it. */
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

/** A block or two is read in a moment. */
const BLOCKS_BEHIND = 3;
const STALE_MS = 60_000;
const OUTBOX_SLOW_SECONDS = 60;
/** What was given up longer ago is no news. */
const GIVEN_UP_NEWS_MS = RETRY_WINDOW_MS + 2 * 86_400_000;

/** What needs attention, the worst first; nothing when all is well. */
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
      title: 'Webhooks go out late',
      text: `The oldest of ${due} that are due waits since ${ageText(lag * 1_000)}. The receivers are well: it is this server that is behind.`,
      href: '/dashboard/deliveries?status=pending' as Route,
      action: 'What waits',
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
    const title = `Webhooks to ${host.host} pause`;
    const text =
      `It failed many times in a row and is tried again in ${wait}. ${error ?? ''}`.trim();
    return { ...page, tone: 'failed', title, text };
  }
  if (retrying > 0) {
    const title = `Webhooks to ${host.host} do not arrive`;
    const text =
      `${countText(retrying)} tried again for ${RETRY_WINDOW_TEXT}. ${error ?? ''}`.trim();
    return { ...page, tone: 'pending', title, text };
  }
  if (failed === 0 || now.getTime() - newestAt.getTime() > GIVEN_UP_NEWS_MS) return undefined;
  const title = `Webhooks to ${host.host} were given up`;
  const text = `${countText(failed)} tried no more. Resend ${failed === 1 ? 'it' : 'them'} once the receiver is well.`;
  return { ...page, tone: 'pending', title, text };
}

function countText(webhooks: number): string {
  return webhooks === 1 ? '1 webhook is' : `${webhooks} webhooks are`;
}

function walletAlert({ id, keyNames, unusedRun, gapLimit }: WalletNearGap): Alert {
  const beyond = unusedRun > gapLimit;
  const names = keyNames.map((name) => `“${name}”`).join(', ');
  return {
    id: `wallet ${id}`,
    tone: beyond ? 'failed' : 'pending',
    title: beyond
      ? `The wallet of ${names} may not see its next payment`
      : `The wallet of ${names} is close to its gap limit`,
    text: `${unusedRun} addresses in a row were handed out and not paid; most wallets look ${gapLimit} ahead. Raise the gap limit of yours.`,
    href: `/dashboard/wallets#${id}` as Route,
    action: 'Wallet',
  };
}

function keyAlert({ id, name, expiresAt }: AlertFacts['expiring'][number], now: Date): Alert {
  return {
    id: `key ${id}`,
    tone: 'pending',
    title: `API key “${name}” expires`,
    text: `It stops working in ${ageText(expiresAt.getTime() - now.getTime())}.`,
    href: `/dashboard/keys/${id}` as Route,
    action: 'API key',
  };
}
