import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { SET_IDLE_TIMEOUT_SQL } from '@/db/locks';
import { prepareStatement } from '@/db/prepare-statement';
import { advanceHostBreaker, toHostHealthSign } from './breaker';
import type { Claim } from './claim-deliveries';
import { advanceStanding, readStandings } from './endpoint-standing';
import { type CompletedAttempt, nextStep, type PreviousAttempts } from './next-step';
import { releaseHostDeliveries } from './release';
import type { HostBreakerColumns, HostId } from './webhook-host';
import { type Completion, writeCompletions } from './write-completions';

/** `late`: the lease has expired, so another attempt decides about the delivery. */
export const OUTCOMES = ['delivered', 'failed', 'retry', 'late'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Records completed attempts and their effects on deliveries and hosts. A sender whose lease
 * expired only completes the record of its own attempt.
 *
 * @param isAlone true to wait for locked hosts. If false, completions whose host is locked or whose
 *   success releases deliveries are left out, and the caller must complete each of them alone
 * @returns the outcome of each completion, in order; undefined if it was left out
 */
export function completeAttempts(
  db: Db,
  ends: readonly CompletedAttempt[],
  isAlone: boolean,
): Promise<(Outcome | undefined)[]> {
  return db.transaction(async (tx) => {
    const hosts = await lockHosts(tx, ends, isAlone);
    const locked = ends.filter(({ claim }) => hosts.has(keyOf(claim)));
    const [previous, standings] = await Promise.all([
      previousAttempts(tx, ends),
      readStandings(tx, locked),
    ]);
    const released: CompletedAttempt[] = [];
    const completions: Completion[] = [];
    for (const [nth, ended] of ends.entries()) {
      const host = hosts.get(keyOf(ended.claim));
      // After a failure, or a refusal such as a 403, a success also makes the host's waiting
      // deliveries due.
      const releases = ended.result.ok && host?.lastFailureAt != null;
      if (!host || (releases && !isAlone)) continue;
      if (releases) released.push(ended);
      const before = previous.get(nth);
      const next = nextStep(ended, before, host);
      completions.push({ nth, ended, next });
      hosts.set(keyOf(ended.claim), advanceHost(host, ended));
      const standing = standings.get(ended.claim.endpointId);
      if (standing)
        standings.set(standing.endpointId, advanceStanding(standing, ended, next.cause));
    }
    const outcomes: (Outcome | undefined)[] = ends.map(() => undefined);
    if (completions.length === 0) return outcomes;
    const rows = await writeCompletions(tx, {
      completions,
      hosts: [...hosts.values()],
      standings: [...standings.values()],
    });
    const moved = new Set(rows.map(({ nth }) => nth));
    for (const { claim, at } of released) await releaseHostDeliveries(tx, claim, at);
    for (const { nth, next } of completions)
      outcomes[nth] = !moved.has(nth) ? 'late' : next.status === 'pending' ? 'retry' : next.status;
    return outcomes;
  });
}

const keyOf = ({ merchantId, host }: Pick<Claim, 'merchantId' | 'host'>) => `${merchantId} ${host}`;

type HostRow = HostId & HostBreakerColumns;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** Locks the hosts of the completions. For a batch, it skips hosts that are already locked. */
async function lockHosts(
  tx: Db,
  ends: readonly CompletedAttempt[],
  isAlone: boolean,
): Promise<Map<string, HostRow>> {
  const claims = new Map(ends.map(({ claim }) => [keyOf(claim), claim]));
  const wanted = [...claims.values()].map(({ merchantId, host }) => ({ merchantId, host }));
  const lock = isAlone ? waitForHosts : lockFreeHosts;
  const rows = await lock(tx, { hosts: JSON.stringify(wanted) });
  return new Map(
    rows.map(({ merchantId, host, failures, ...times }) => {
      const openUntil = dateOf(times.openUntil);
      const lastSuccessAt = dateOf(times.lastSuccessAt);
      const lastFailureAt = dateOf(times.lastFailureAt);
      const row = { merchantId, host, failures, openUntil, lastSuccessAt, lastFailureAt };
      return [keyOf(row), row];
    }),
  );
}

const hostLock = (wait: SQL) =>
  prepareStatement<
    HostId & { failures: number } & Record<
        'openUntil' | 'lastSuccessAt' | 'lastFailureAt',
        string | null
      >
  >(sql`
    select h.*, ${SET_IDLE_TIMEOUT_SQL}
    from json_to_recordset(${sql.placeholder('hosts')}::json) as w("merchantId" text, host text)
    cross join lateral (
      select merchant_id as "merchantId", host, failures, open_until as "openUntil",
        last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt"
      from webhook_host where merchant_id = w."merchantId" and host = w.host
      for update ${wait}
    ) h`);
const waitForHosts = hostLock(sql``);
const lockFreeHosts = hostLock(sql`skip locked`);

function advanceHost(host: HostRow, { result, at }: CompletedAttempt): HostRow {
  const sign = toHostHealthSign(result);
  return {
    ...host,
    ...advanceHostBreaker(host, sign, at),
    lastSuccessAt: sign === 'success' ? at : host.lastSuccessAt,
    lastFailureAt: sign === 'success' ? null : sign === 'unknown' ? host.lastFailureAt : at,
  };
}

async function previousAttempts(
  tx: Db,
  ends: readonly CompletedAttempt[],
): Promise<Map<number, PreviousAttempts>> {
  const failed = [...ends.entries()].flatMap(([nth, { result, claim }]) =>
    result.ok
      ? []
      : [{ nth, id: claim.deliveryId, attempt: claim.attempt, since: claim.startedAt }],
  );
  if (failed.length === 0) return new Map();
  const rows = await readPrevious(tx, { failed: JSON.stringify(failed) });
  return new Map(rows.map((row) => [row.nth, { ...row, lastAt: dateOf(row.lastAt) }]));
}

const readPrevious = prepareStatement<{
  readonly nth: number;
  readonly count: number;
  readonly lastAt: string | null;
}>(sql`
  select f.nth, a.* from json_to_recordset(${sql.placeholder('failed')}::json)
    as f(nth int, id text, attempt int, since timestamptz)
  cross join lateral (
    select (count(*) filter (where number < f.attempt and started_at >= f.since))::int as count,
      max(coalesce(finished_at, started_at)) filter (where number = f.attempt - 1) as "lastAt"
    from delivery_attempt where delivery_id = f.id
  ) a`);
