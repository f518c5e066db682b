import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { quarterOf } from '@/db/time-buckets';
import { isId } from './claim';
import type { Ended, NextStep } from './next-step';
import type { HostId, HostStanding } from './webhook-host';

/** The end of an attempt, with everything to write. */
export interface Completion {
  readonly nth: number;
  readonly ended: Ended;
  readonly next: NextStep;
}

/** Writes ends of attempts in a transaction that has the locks of their hosts. */
export const writeCompletions = (
  tx: Db,
  completions: readonly Completion[],
  standings: readonly (HostId & HostStanding)[],
): Promise<readonly { readonly nth: number }[]> =>
  write(tx, {
    rows: JSON.stringify(completions.map(rowOf)),
    hosts: JSON.stringify(standings),
  });

/** Without what is null: most of it is, and the database would read the names. */
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

/** An attempt that is on record already, with its end, is not counted again. */
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
