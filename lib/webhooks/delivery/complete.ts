import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { ENDS_WHEN_FROZEN } from '@/db/locks';
import { prepared } from '@/db/prepared';
import { quarterOf } from '@/db/time-buckets';
import { afterAttempt, hostSign } from './breaker';
import { type Claim, isId } from './claim';
import { type CompletedAttempt, type NextStep, nextStep, type PreviousAttempts } from './next-step';
import { releaseHost } from './release';
import type { HostId, HostStanding } from './webhook-host';

/**
 * The delivery's new state. `late`: the lease expired, and the outcome belongs to another attempt.
 */
export const OUTCOMES = ['delivered', 'failed', 'retry', 'late'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Records completed attempts and their consequences for deliveries and hosts: delivered, retried or
 * failed. If its lease expired, a sender only completes the record of its own attempt.
 *
 * @param isAlone waits for locked hosts. A batch does not wait: completions whose host is locked,
 *   or whose success releases deliveries, get `undefined` and must be completed alone
 * @returns the outcome of each completion, in order
 */
export function complete(
  db: Db,
  ends: readonly CompletedAttempt[],
  isAlone: boolean,
): Promise<(Outcome | undefined)[]> {
  return db.transaction(async (tx) => {
    const hosts = await lockHosts(tx, ends, isAlone);
    const previous = await previousAttempts(tx, ends);
    const released: CompletedAttempt[] = [];
    const completions: Completion[] = [];
    for (const [nth, ended] of ends.entries()) {
      const host = hosts.get(keyOf(ended.claim));
      // A success also releases deliveries that wait after a refusal, such as a 403.
      const releases = ended.result.ok && host?.lastFailureAt != null;
      if (!host || (releases && !isAlone)) continue;
      if (releases) released.push(ended);
      const before = previous.get(nth);
      completions.push({ nth, ended, next: nextStep(ended, before, host) });
      // A completion may be written again after a lost connection, but counts once.
      if (!before?.isRecorded) hosts.set(keyOf(ended.claim), standingAfter(host, ended));
    }
    const outcomes: (Outcome | undefined)[] = ends.map(() => undefined);
    if (completions.length === 0) return outcomes;
    const rows = await writeCompletions(tx, completions, [...hosts.values()]);
    const moved = new Set(rows.map(({ nth }) => nth));
    for (const { claim, at } of released) await releaseHost(tx, claim, at);
    for (const { nth, next } of completions)
      outcomes[nth] = !moved.has(nth) ? 'late' : next.status === 'pending' ? 'retry' : next.status;
    return outcomes;
  });
}

const keyOf = ({ merchantId, host }: Pick<Claim, 'merchantId' | 'host'>) => `${merchantId} ${host}`;

type HostRow = HostId & HostStanding;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/**
 * Locks the hosts of the completions, by merchant and host. A batch skips hosts that are already
 * locked.
 */
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
  prepared<
    HostId & { failures: number } & Record<
        'openUntil' | 'lastSuccessAt' | 'lastFailureAt',
        string | null
      >
  >(sql`
    select h.*, ${ENDS_WHEN_FROZEN}
    from json_to_recordset(${sql.placeholder('hosts')}::json) as w("merchantId" text, host text)
    cross join lateral (
      select merchant_id as "merchantId", host, failures, open_until as "openUntil",
        last_success_at as "lastSuccessAt", last_failure_at as "lastFailureAt"
      from webhook_host where merchant_id = w."merchantId" and host = w.host
      for update ${wait}
    ) h`);
const waitForHosts = hostLock(sql``);
const lockFreeHosts = hostLock(sql`skip locked`);

function standingAfter(host: HostRow, { result, at }: CompletedAttempt): HostRow {
  const sign = hostSign(result);
  return {
    ...host,
    ...afterAttempt(host, sign, at),
    lastSuccessAt: sign === 'success' ? at : host.lastSuccessAt,
    lastFailureAt: sign === 'success' ? null : sign === 'unknown' ? host.lastFailureAt : at,
  };
}

/** Earlier attempts of failed deliveries, by index of the completion. */
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

// Runs after the lock, to see what an earlier write of the same completion committed.
const readPrevious = prepared<{
  readonly nth: number;
  readonly count: number;
  readonly lastAt: string | null;
  readonly isRecorded: boolean;
}>(sql`
  select f.nth, a.* from json_to_recordset(${sql.placeholder('failed')}::json)
    as f(nth int, id text, attempt int, since timestamptz)
  cross join lateral (
    select (count(*) filter (where number < f.attempt and started_at >= f.since))::int as count,
      max(coalesce(finished_at, started_at)) filter (where number = f.attempt - 1) as "lastAt",
      coalesce(bool_or(finished_at is not null) filter (where number = f.attempt), false) as "isRecorded"
    from delivery_attempt where delivery_id = f.id
  ) a`);

/** A completed attempt with everything to write. */
interface Completion {
  readonly nth: number;
  readonly ended: CompletedAttempt;
  readonly next: NextStep;
}

/** Writes completions in a transaction that has locked their hosts. */
const writeCompletions = (
  tx: Db,
  completions: readonly Completion[],
  standings: readonly HostRow[],
) =>
  write(tx, {
    rows: JSON.stringify(completions.map(rowOf)),
    hosts: JSON.stringify(standings),
  });

/** Omits null fields: most are null, and PostgreSQL would parse their names. */
function rowOf({ nth, ended, next }: Completion) {
  const { claim, result, requestHeaders, at } = ended;
  const answer = result.status === null ? undefined : result;
  return {
    nth,
    delivery_id: claim.deliveryId,
    attempt: claim.attempt,
    started_at: claim.attemptStartedAt,
    api_key_id: claim.apiKeyId,
    host: claim.host,
    at,
    remote_address: result.remoteAddress ?? undefined,
    timings: result.timings,
    request_headers: requestHeaders,
    response_status: answer?.status,
    response_headers: answer?.headers,
    response_body: answer?.bodyHead.toString('hex'),
    response_end: result.responseEnd ?? undefined,
    error_code: next.cause?.code,
    error: next.cause?.message,
    status: next.status,
    next_attempt_at: next.nextAttemptAt ?? undefined,
    not_before: next.notBefore ?? undefined,
    last_error: next.lastError ?? undefined,
  };
}

/** An attempt that is already recorded is not counted again. */
const write = prepared<{ readonly nth: number }>(sql`
  with ended as materialized (
    select * from json_to_recordset(${sql.placeholder('rows')}::json) as e(
      nth integer, delivery_id text, attempt integer, started_at timestamptz, api_key_id text, host text,
      at timestamptz, remote_address text, timings jsonb, request_headers json,
      response_status smallint, response_headers json, response_body text, response_end text,
      error_code text, error text, status text, next_attempt_at timestamptz, not_before timestamptz,
      last_error text)
  ),
  standing as (
    update webhook_host h set failures = s.failures, open_until = s."openUntil",
      last_success_at = s."lastSuccessAt", last_failure_at = s."lastFailureAt"
    from json_to_recordset(${sql.placeholder('hosts')}::json) as s("merchantId" text, host text,
      failures int, "openUntil" timestamptz, "lastSuccessAt" timestamptz, "lastFailureAt" timestamptz)
    where h.merchant_id = s."merchantId" and h.host = s.host and left(s."merchantId", 4) = 'mer_'
  ),
  recorded as (
    insert into delivery_attempt (delivery_id, number, started_at, finished_at, remote_address,
      timings, request_headers, response_status, response_headers, response_body, response_end,
      error_code, error)
    select delivery_id, attempt, started_at, at, remote_address, timings, request_headers,
      response_status, response_headers, decode(response_body, 'hex'), response_end, error_code, error
    from ended
    on conflict (delivery_id, number) do update set
      finished_at = excluded.finished_at, remote_address = excluded.remote_address,
      timings = excluded.timings, request_headers = excluded.request_headers,
      response_status = excluded.response_status, response_headers = excluded.response_headers,
      response_body = excluded.response_body, response_end = excluded.response_end,
      error_code = excluded.error_code, error = excluded.error
    where delivery_attempt.finished_at is null
    returning delivery_id, number
  ),
  counted as (
    insert into webhook_count as c (api_key_id, quarter, host, accepted, failed)
    select api_key_id, ${quarterOf(sql`at`)}, host,
      count(*) filter (where error_code is null), count(*) filter (where error_code is not null)
    from ended where (delivery_id, attempt) in (select delivery_id, number from recorded)
    group by 1, 2, 3
    on conflict (api_key_id, quarter, host) do update set
      accepted = c.accepted + excluded.accepted, failed = c.failed + excluded.failed
  )
  update delivery d set
    status = e.status, held = d.held and e.status = 'pending',
    next_attempt_at = case when not d.held then e.next_attempt_at end, not_before = e.not_before,
    delivered_at = case when e.status = 'delivered' then e.at end,
    attempt_started_at = null, last_error = e.last_error, response_status = e.response_status
  from ended e
  -- Not "status = 'delivering'", with which PostgreSQL may read all that is in flight to find these.
  where d.id = e.delivery_id and d.attempt = e.attempt and d.attempt_started_at is not null
    and ${isId(sql`e.delivery_id`)}
  returning e.nth
`);
