import type { Route } from 'next';
import { counted } from '@/app/_ui/counted';
import { ageText } from '@/app/_ui/time-text';
import { alarmingReorg } from '@/lib/domain/reorg-depth';
import { RETRY_WINDOW_MS, RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import { conditionWords, reorgText } from '../../_chain/condition-words';
import { isStale } from '../../_chain/is-stale';
import {
  CHAIN_STATUS,
  deliveriesToHost,
  endpointPage,
  keyPage,
  PENDING_DELIVERIES,
  walletRow,
} from '../../_frame/paths';

/** A problem that needs attention, and the page to fix it on. */
export interface Alert {
  readonly id: string;
  readonly tone: 'failed' | 'pending';
  readonly title: string;
  readonly text: string;
  readonly href: Route;
  readonly action: string;
}

export type AlertFacts = Pick<
  OverviewAnswer,
  'now' | 'chains' | 'failing' | 'paused_endpoints' | 'expiring' | 'outbox' | 'wallets'
>;

/** Minimum lag for an alert, in blocks. With fewer, the chain catches up within seconds. */
const BLOCKS_BEHIND = 3;
/** How late the oldest due delivery is on a server that falls behind. */
export const OUTBOX_SLOW_SECONDS = 60;
/** Failures are reported for two days after the last retry. */
const FAILED_NEWS_MS = RETRY_WINDOW_MS + 2 * 86_400_000;

/** What needs attention, the worst first. */
export function findAlerts(facts: AlertFacts): Alert[] {
  const now = Date.parse(facts.now);
  const alerts = [
    ...facts.chains.flatMap((chain) => chainAlert(chain, now) ?? []),
    ...facts.chains.flatMap((chain) => reorgAlert(chain, now) ?? []),
    ...(outboxAlert(facts.outbox) ?? []),
    ...facts.paused_endpoints.map((endpoint) => pausedAlert(endpoint, now)),
    ...facts.failing.flatMap((host) => hostAlert(host, now) ?? []),
    ...facts.wallets.map(walletAlert),
    ...facts.expiring.map((key) => keyAlert(key, now)),
  ];
  return [
    ...alerts.filter(({ tone }) => tone === 'failed'),
    ...alerts.filter(({ tone }) => tone === 'pending'),
  ];
}

function chainAlert(chain: AlertFacts['chains'][number], now: number): Alert | undefined {
  const { network, condition, lag_blocks: lag, read_at: readAt } = chain;
  if (!chain.used || condition === 'following' || condition === 'not_read') return undefined;
  const isRead = readAt !== null && !isStale(readAt, now);
  if (condition === 'catching_up' && (lag ?? 0) < BLOCKS_BEHIND && isRead) return undefined;
  const { label, tone, means } = conditionWords(condition, chain);
  return {
    id: `chain ${network}`,
    tone: tone === 'failed' ? 'failed' : 'pending',
    title: `Chain ${network}: ${label.toLowerCase()}`,
    text: means,
    href: CHAIN_STATUS,
    action: 'Chain status',
  };
}

function reorgAlert(chain: AlertFacts['chains'][number], now: number): Alert | undefined {
  const reorg = chain.used && alarmingReorg(chain.reorgs, now);
  if (!reorg) return undefined;
  const { network } = chain;
  return {
    id: `reorg ${network}`,
    tone: 'failed',
    title: `Chain ${network}: deep reorg`,
    text: reorgText(reorg),
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
      text: `${deliveriesAre(due)} due, the oldest for ${ageText(lag * 1_000)}. The endpoints are fine: this server is behind.`,
      href: PENDING_DELIVERIES,
      action: 'Pending deliveries',
    },
  ];
}

function hostAlert(host: AlertFacts['failing'][number], now: number): Alert | undefined {
  const { retrying, failed, error, paused_until: pausedUntil, newest_at: newestAt } = host;
  const page = {
    id: `host ${host.host}`,
    href: deliveriesToHost(host.host),
    action: 'Deliveries',
  };
  if (pausedUntil) {
    const wait = ageText(Date.parse(pausedUntil) - now);
    const title = `Deliveries to ${host.host} are paused`;
    const text = `The last attempts all failed. Next attempt in ${wait}. ${error ?? ''}`.trim();
    return { ...page, tone: 'failed', title, text };
  }
  if (retrying > 0) {
    const title = `Deliveries to ${host.host} are failing`;
    const text =
      `${deliveriesAre(retrying)} being retried, for up to ${RETRY_WINDOW_TEXT}. ${error ?? ''}`.trim();
    return { ...page, tone: 'pending', title, text };
  }
  if (failed === 0 || now - Date.parse(newestAt) > FAILED_NEWS_MS) return undefined;
  const title = `Deliveries to ${host.host} failed`;
  const text = `${deliveriesAre(failed)} no longer retried. Fix the endpoint, then resend.`;
  return { ...page, tone: 'pending', title, text };
}

function pausedAlert(endpoint: AlertFacts['paused_endpoints'][number], now: number): Alert {
  const { id, host, paused_at: pausedAt } = endpoint;
  return {
    id: `endpoint ${id}`,
    tone: 'pending',
    title: `A webhook endpoint on ${host} is paused`,
    text: `Paused for ${ageText(now - Date.parse(pausedAt))}. Deliveries wait until somebody resumes the endpoint.`,
    href: endpointPage(id),
    action: 'Endpoint',
  };
}

function deliveriesAre(count: number): string {
  return counted(count, 'delivery is', 'deliveries are');
}

function walletAlert(wallet: AlertFacts['wallets'][number]): Alert {
  const { id, unused_run: unusedRun, gap_limit: gapLimit } = wallet;
  const beyond = unusedRun > gapLimit;
  const names = wallet.key_names.map((name) => `“${name}”`).join(', ');
  return {
    id: `wallet ${id}`,
    tone: beyond ? 'failed' : 'pending',
    title: beyond
      ? `The wallet of ${names} may miss its next payment`
      : `The wallet of ${names} is close to its gap limit`,
    text: `The last ${unusedRun} addresses are unpaid, and most wallets look only ${gapLimit} addresses ahead. Raise the gap limit in your wallet.`,
    href: walletRow(id),
    action: 'Wallet',
  };
}

function keyAlert(key: AlertFacts['expiring'][number], now: number): Alert {
  const { id, name, expires_at: expiresAt } = key;
  return {
    id: `key ${id}`,
    tone: 'pending',
    title: `API key “${name}” expires soon`,
    text: `The key stops working in ${ageText(Date.parse(expiresAt) - now)}.`,
    href: keyPage(id),
    action: 'API key',
  };
}
