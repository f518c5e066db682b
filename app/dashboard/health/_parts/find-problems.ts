import { ageText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { findDeepestAlertReorg } from '@/lib/domain/reorg-depth';
import type { ChainResponse } from '@/lib/http/chains/chains-response';
import type { HealthResponse, WebhookHostResponse } from '@/lib/http/health/health-response';
import { conditionWords } from '../../_chain/condition-words';
import { isStale } from '../../_chain/is-stale';

/** A job is late if its delay exceeds this limit. */
export const MAX_JOB_DELAY_SECONDS = {
  outbox: 60,
  mail: 900,
  channels: 900,
  expiry: 300,
  prune: 3 * 86_400,
};

/** Maximum number of altered rows that the sentence names. The inbox lists all of them. */
const MAX_NAMED = 2;

/** A chain that is fewer blocks behind is only catching up with new blocks. */
const BLOCKS_BEHIND = 3;

/** Whether sending to a host is paused after several failures. */
export function isBackingOff({ open_until: until }: WebhookHostResponse, now: number): boolean {
  return until !== null && Date.parse(until) > now;
}

/** Whether so few connections are left that a restart or a backup may get none. */
export function isNearLimit({ connections, limit }: HealthResponse['database']): boolean {
  return connections > 0.9 * limit;
}

/**
 * Returns each problem as a noun phrase.
 *
 * @param now Unix time in ms
 */
export function findProblems(
  chains: readonly ChainResponse[],
  health: HealthResponse,
  now: number,
): string[] {
  const ofChains = chains.flatMap((chain) => chainProblems(chain, now));
  const { outbox, expiry_lag_seconds: expiry, prune_lag_seconds: prune } = health;
  const late = (seconds: number) => ageText(seconds * 1_000);
  const hosts = health.hosts.filter((host) => isBackingOff(host, now));
  return [
    ...(health.altered.count > 0 ? [alteredText(health.altered)] : []),
    ...ofChains,
    ...(outbox.lag_seconds > MAX_JOB_DELAY_SECONDS.outbox
      ? [`webhooks sent ${late(outbox.lag_seconds)} late`]
      : []),
    ...hosts.map(
      ({ host, failures }) => `webhooks to ${host} (${failures} failed attempts in a row)`,
    ),
    // While a chain has a problem, no payment expires, so a late expiry is not a second problem.
    ...(ofChains.length === 0 && expiry > MAX_JOB_DELAY_SECONDS.expiry
      ? [`payments expired ${late(expiry)} late`]
      : []),
    ...(health.mail && health.mail.lag_seconds > MAX_JOB_DELAY_SECONDS.mail
      ? [`mails sent ${late(health.mail.lag_seconds)} late`]
      : []),
    ...(isNearLimit(health.database)
      ? [`database connections (${health.database.connections} of ${health.database.limit} in use)`]
      : []),
    ...(prune > MAX_JOB_DELAY_SECONDS.prune ? [`old records deleted ${late(prune)} late`] : []),
  ];
}

function alteredText({ count, own }: HealthResponse['altered']): string {
  const shown = own.slice(0, MAX_NAMED).map(({ kind, id }) => `${kind} ${id}`);
  const named = shown.length > 0 ? ` (${shown.join(' and ')})` : '';
  return `${countWithNoun(count, 'row')} changed in the database${named}`;
}

function chainProblems(chain: ChainResponse, now: number): string[] {
  const { network, condition, lag_blocks: lag, read_at: readAt } = chain;
  if (!chain.used) return [];
  const isRead = readAt !== null && !isStale(readAt, now);
  const isFine =
    condition === 'following' ||
    condition === 'not_read' ||
    (condition === 'catching_up' && (lag ?? 0) < BLOCKS_BEHIND && isRead);
  const { label } = conditionWords(condition, chain);
  const state = label.charAt(0).toLowerCase() + label.slice(1);
  return [
    ...(isFine ? [] : [`the ${network} chain (${state})`]),
    ...(findDeepestAlertReorg(chain.reorgs, now) ? [`a deep reorg on ${network}`] : []),
  ];
}

export function healthSentence(problems: readonly string[]): string {
  if (problems.length === 0) return 'No problems found.';
  const more = problems.length > 3 ? [`${problems.length - 2} more problems`] : [];
  const shown = [...problems.slice(0, more.length > 0 ? 2 : 3), ...more];
  return `Your system needs attention: ${new Intl.ListFormat('en').format(shown)}.`;
}
