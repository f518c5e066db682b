import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { recordset } from '@/db/recordset';
import { webhookEndpointStanding } from '@/db/schema/endpoints';
import { isDeliveryIdSql } from './claim-deliveries';
import type { StandingRow } from './endpoint-standing';
import type { CompletedAttempt, NextStep } from './next-step';
import type { HostBreakerColumns, HostId } from './webhook-host';

export interface Completion {
  readonly nth: number;
  readonly ended: CompletedAttempt;
  readonly next: NextStep;
}

interface Changes {
  readonly completions: readonly Completion[];
  readonly hosts: readonly (HostId & HostBreakerColumns)[];
  readonly standings: readonly StandingRow[];
}

/** Writes completions in a transaction that has locked their hosts. */
export const writeCompletions = (tx: Db, { completions, hosts, standings }: Changes) =>
  write(tx, {
    rows: JSON.stringify(completions.map(rowOf)),
    hosts: JSON.stringify(hosts),
    endpoints: endpoints.json(standings),
  });

const endpoints = recordset(webhookEndpointStanding, 'endpoints');

/** Omits null fields, because most fields are null and PostgreSQL would have to parse them. */
function rowOf({ nth, ended, next }: Completion) {
  const { claim, result, requestHeaders, at } = ended;
  const answer = result.status === null ? undefined : result;
  return {
    nth,
    delivery_id: claim.deliveryId,
    attempt: claim.attempt,
    started_at: claim.attemptStartedAt,
    endpoint_id: claim.endpointId,
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
    handled: next.isUnwanted,
  };
}

/** An attempt whose end is already recorded does not count again. */
const write = prepareStatement<{ readonly nth: number }>(sql`
  with ended as materialized (
    select * from json_to_recordset(${sql.placeholder('rows')}::json) as e(
      nth integer, delivery_id text, attempt integer, started_at timestamptz, endpoint_id text, at timestamptz, remote_address text, timings jsonb, request_headers json,
      response_status smallint, response_headers json, response_body text, response_end text,
      error_code text, error text, status text, next_attempt_at timestamptz, not_before timestamptz,
      last_error text, handled boolean)
  ),
  host as (
    update webhook_host h set failures = s.failures, open_until = s."openUntil",
      last_success_at = s."lastSuccessAt", last_failure_at = s."lastFailureAt"
    from json_to_recordset(${sql.placeholder('hosts')}::json) as s("merchantId" text, host text,
      failures int, "openUntil" timestamptz, "lastSuccessAt" timestamptz, "lastFailureAt" timestamptz)
    where h.merchant_id = s."merchantId" and h.host = s.host and left(s."merchantId", 4) = 'mer_'
  ),
  endpoint as (
    update webhook_endpoint_standing s set failing_since = a.failing_since, in_a_row = a.in_a_row,
      same_in_a_row = a.same_in_a_row, last_at = a.last_at, last_ms = a.last_ms,
      last_status = a.last_status, last_error_code = a.last_error_code, last_error = a.last_error,
      last_success_at = a.last_success_at, last_failure_at = a.last_failure_at
    from ${endpoints.rows} a
    where s.endpoint_id = a.endpoint_id and left(a.endpoint_id, 4) = 'end_'
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
    insert into webhook_count as c (endpoint_id, quarter, accepted, failed)
    select endpoint_id, date_bin('15 minutes', at, timestamptz 'epoch'),
      count(*) filter (where error_code is null), count(*) filter (where error_code is not null)
    from ended where (delivery_id, attempt) in (select delivery_id, number from recorded)
    group by 1, 2
    on conflict (endpoint_id, quarter) do update set
      accepted = c.accepted + excluded.accepted, failed = c.failed + excluded.failed
  )
  update delivery d set
    status = e.status, handled = e.handled is true, held = d.held and e.status = 'pending',
    next_attempt_at = case when not d.held then e.next_attempt_at end, not_before = e.not_before,
    delivered_at = case when e.status = 'delivered' then e.at end,
    attempt_started_at = null, last_error = e.last_error, response_status = e.response_status
  from ended e
  -- Omits "status = 'delivering'", with which PostgreSQL may read all deliveries in flight.
  where d.id = e.delivery_id and d.attempt = e.attempt and d.attempt_started_at is not null
    and ${isDeliveryIdSql(sql`e.delivery_id`)}
  returning e.nth
`);
