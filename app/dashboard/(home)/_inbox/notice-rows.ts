import type { Route } from 'next';
import type { Tone } from '@/app/_ui/badge';
import { ageText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { NoticesResponse } from '@/lib/http/home/home-response';
import { conditionWords, reorgText } from '../../_chain/condition-words';
import {
  deliveriesPage,
  endpointPage,
  FAILING_DELIVERIES,
  HEALTH,
  keyPage,
  walletRowLink,
} from '../../_frame/paths';
import { stripHttpsScheme } from '../../webhooks/_parts/strip-https-scheme';

/** An inbox row about a problem. `href` leads to the page on which to fix it. */
export interface NoticeRow {
  readonly id: string;
  /** The id under which the team's note is stored. */
  readonly subject: string;
  readonly tone: Tone;
  readonly badge: string;
  /** A host, a network, or the name of a key. */
  readonly name: string;
  readonly reason: string;
  readonly href: Route;
  readonly action: string;
}

/**
 * Returns the rows, the worst first.
 *
 * @param now Unix time in ms
 */
export function noticeRows(notices: NoticesResponse, now: number): NoticeRow[] {
  const rows = [
    ...notices.altered.map(alteredRow),
    ...notices.chains.map(chainRow),
    ...notices.reorgs.map(reorgRow),
    ...(notices.outbox ? [outboxRow(notices.outbox)] : []),
    ...notices.failing.map((endpoint) => failingRow(endpoint, now)),
    ...notices.paused_endpoints.map((endpoint) => pausedRow(endpoint, now)),
    ...notices.wallets.map(walletRowOf),
    ...notices.expiring.map((key) => keyRow(key, now)),
  ];
  return [
    ...rows.filter(({ tone }) => tone === 'failed'),
    ...rows.filter(({ tone }) => tone !== 'failed'),
  ];
}

function alteredRow({ kind, id }: NoticesResponse['altered'][number]): NoticeRow {
  return {
    id: `altered ${kind} ${id}`,
    subject: id,
    tone: 'failed',
    badge: 'Changed in the database',
    name: `${kind} ${id}`,
    reason:
      'Somebody changed it in the database, or SECRET_KEY was replaced, so its address cannot be trusted. Pay nothing to it, and tell the operator of this server.',
    href: HEALTH,
    action: 'View Health',
  };
}

function chainRow(chain: NoticesResponse['chains'][number]): NoticeRow {
  const { label, tone, means } = conditionWords(chain.condition, chain);
  return {
    id: `chain ${chain.network}`,
    subject: chain.network,
    tone: tone === 'failed' ? 'failed' : 'pending',
    badge: 'Chain',
    name: chain.network,
    reason: `${label}: ${means}`,
    href: HEALTH,
    action: 'Check the source',
  };
}

function reorgRow({ network, reorg }: NoticesResponse['reorgs'][number]): NoticeRow {
  return {
    id: `reorg ${network}`,
    subject: network,
    tone: 'failed',
    badge: 'Deep reorg',
    name: network,
    reason: reorgText(reorg),
    href: HEALTH,
    action: 'View the reorg',
  };
}

function outboxRow({ due, lag_seconds: lag }: NonNullable<NoticesResponse['outbox']>): NoticeRow {
  return {
    id: 'outbox',
    subject: 'server',
    tone: 'pending',
    badge: 'Webhooks late',
    name: 'This server',
    reason: `This server is up to ${ageText(lag * 1_000)} late with ${countWithNoun(due, 'webhook')}. The cause is this server, or an endpoint that responds slowly.`,
    href: FAILING_DELIVERIES,
    action: 'View deliveries',
  };
}

type Failing = NoticesResponse['failing'][number];

function failingRow(endpoint: Failing, now: number): NoticeRow {
  const { id, name, url, failing, last_error: error, given_up: missed } = endpoint;
  const gaveUp =
    missed > 0 ? `${countWithNoun(missed, 'webhook is', 'webhooks are')} no longer retried.` : '';
  const cure = failing ? error : 'Resend what your shop has missed.';
  return {
    id: `webhook ${id}`,
    subject: id,
    tone: failing ? 'failed' : 'pending',
    badge: 'Webhook',
    name: name ?? stripHttpsScheme(url),
    reason: [failing && failureOf(endpoint, now), gaveUp, cure].filter(Boolean).join(' '),
    href: failing ? endpointPage(id) : deliveriesPage({ endpoint: id, status: 'failed' }),
    action: failing ? 'Fix webhook' : 'View deliveries',
  };
}

function failureOf(endpoint: Failing, now: number): string {
  const { failing_since: since, switched_off_at: off, paid_orders_waiting: orders } = endpoint;
  const waiting =
    orders > 0 ? ` Your shop does not know of ${countWithNoun(orders, 'paid order')}.` : '';
  if (off) {
    return `Switched off for ${ageText(now - Date.parse(off))}, after ten days without an accepted webhook. Fix the endpoint, then resume it.${waiting}`;
  }
  const reply = endpoint.last_status === null ? 'no response' : `HTTP ${endpoint.last_status}`;
  const age = ageText(now - Date.parse(since ?? ''));
  return `Failing for ${age}: ${endpoint.same_in_a_row} × ${reply}.${waiting}`;
}

function pausedRow(endpoint: NoticesResponse['paused_endpoints'][number], now: number): NoticeRow {
  const { id, host, paused_at: pausedAt } = endpoint;
  return {
    id: `paused ${id}`,
    subject: id,
    tone: 'pending',
    badge: 'Webhook paused',
    name: host,
    reason: `Paused for ${ageText(now - Date.parse(pausedAt))}. Deliveries wait until somebody resumes the endpoint.`,
    href: endpointPage(id),
    action: 'View endpoint',
  };
}

function walletRowOf(wallet: NoticesResponse['wallets'][number]): NoticeRow {
  const { id, unused_run: unusedRun, gap_limit: gapLimit } = wallet;
  const beyond = unusedRun > gapLimit;
  const risk = beyond ? ' Your wallet may not show the next payment.' : '';
  return {
    id: `wallet ${id}`,
    subject: id,
    tone: beyond ? 'failed' : 'pending',
    badge: 'Wallet',
    name: wallet.key_names.join(', '),
    reason: `The last ${unusedRun} addresses are unpaid, and most wallets look only ${gapLimit} addresses ahead.${risk} Raise the gap limit in your wallet.`,
    href: walletRowLink(id),
    action: 'View wallet',
  };
}

function keyRow(key: NoticesResponse['expiring'][number], now: number): NoticeRow {
  const { id, name, expires_at: expiresAt } = key;
  return {
    id: `key ${id}`,
    subject: id,
    tone: 'pending',
    badge: 'API key',
    name,
    reason: `The key stops working in ${ageText(Date.parse(expiresAt) - now)}.`,
    href: keyPage(id),
    action: 'Rotate key',
  };
}
