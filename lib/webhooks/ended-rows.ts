import { type SQL, sql } from 'drizzle-orm';
import { quarterOf } from '@/db/time-buckets';
import type { AttemptEnd } from './attempt-end';

/** Ends of attempts as a JSON text, for {@link ENDED}. */
export function endedJson(ends: readonly AttemptEnd[]): string {
  return JSON.stringify(ends.map(rowOf));
}

/** Without what is null: most of it is, and the database would read the names. */
function rowOf({ claim, result, requestHeaders, at, cause, delivery }: AttemptEnd, nth: number) {
  const answer = result.status === null ? undefined : result;
  return {
    nth,
    delivery_id: claim.deliveryId,
    attempt: claim.attempt,
    started_at: claim.attemptStartedAt,
    api_key_id: claim.apiKeyId,
    merchant_id: claim.merchantId,
    host: claim.host,
    at,
    remote_address: result.remoteAddress ?? undefined,
    timings: result.timings,
    request_headers: requestHeaders,
    response_status: answer?.status,
    response_headers: answer?.headers,
    response_body: answer?.bodyHead.toString('hex'),
    response_end: result.responseEnd ?? undefined,
    error_code: cause?.code,
    error: cause?.message,
    status: delivery.status,
    next_attempt_at: delivery.nextAttemptAt ?? undefined,
    not_before: delivery.notBefore ?? undefined,
    last_error: delivery.lastError ?? undefined,
  };
}

/** SQL of the ends given as placeholder `rows`, as a table for a `with`; `nth` counts from 0. */
export const ENDED: SQL = sql`
  ended as materialized (
    select * from json_to_recordset(${sql.placeholder('rows')}::json) as e(
      nth integer, delivery_id text, attempt integer, started_at timestamptz, api_key_id text,
      merchant_id text, host text, at timestamptz, remote_address text, timings jsonb,
      request_headers json,
      response_status smallint, response_headers json, response_body text, response_end text,
      error_code text, error text, status text, next_attempt_at timestamptz,
      not_before timestamptz, last_error text)
  )`;

/**
 * SQL that records the attempts in `written`, writes their ends to their deliveries, and counts them;
 * the rows of their hosts are locked. `moved` has the deliveries whose lease had not run out: of others,
 * the records were written without an outcome. `once` has the ends that were not on record: after a lost
 * connection an end is written again, while the first statement may still wait for a lock.
 */
export const WRITE_ENDED: SQL = sql`
  recorded as (
    insert into delivery_attempt (delivery_id, number, started_at, finished_at, remote_address,
      timings, request_headers, response_status, response_headers, response_body, response_end,
      error_code, error)
    select delivery_id, attempt, started_at, at, remote_address, timings, request_headers,
      response_status, response_headers, decode(response_body, 'hex'), response_end, error_code,
      error
    from written
    on conflict (delivery_id, number) do update set
      finished_at = excluded.finished_at, remote_address = excluded.remote_address,
      timings = excluded.timings, request_headers = excluded.request_headers,
      response_status = excluded.response_status, response_headers = excluded.response_headers,
      response_body = excluded.response_body, response_end = excluded.response_end,
      error_code = excluded.error_code, error = excluded.error
    where delivery_attempt.finished_at is null
    returning delivery_id, number
  ),
  once as (
    select w.* from written w
    where (w.delivery_id, w.attempt) in (select delivery_id, number from recorded)
  ),
  counted as (
    insert into webhook_count as c (api_key_id, quarter, host, accepted, failed)
    select api_key_id, ${quarterOf(sql`at`)}, host,
      count(*) filter (where error_code is null), count(*) filter (where error_code is not null)
    from once group by 1, 2, 3
    on conflict (api_key_id, quarter, host) do update set
      accepted = c.accepted + excluded.accepted, failed = c.failed + excluded.failed
  ),
  moved as (
    update delivery d set
      status = w.status, held = d.held and w.status = 'pending',
      next_attempt_at = case when not d.held then w.next_attempt_at end, not_before = w.not_before,
      delivered_at = case when w.status = 'delivered' then w.at end,
      attempt_started_at = null, last_error = w.last_error, response_status = w.response_status
    from written w
    -- Delivering, without its word: with it, PostgreSQL may read all that is in flight to find these.
    where d.id = w.delivery_id and d.attempt = w.attempt and d.attempt_started_at is not null
    returning w.nth
  )`;
