import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import type { Cause } from './cause';
import type { Claim } from './claim';
import type { ExchangeResult } from './send';
import type { HostStanding } from './webhook-host';

/** The delivery's new state. `late`: the lease had run out, and another attempt has it. */
export type Finish = 'delivered' | 'failed' | 'retry' | 'late';

export interface FinishedAttempt {
  readonly claim: Claim;
  readonly result: ExchangeResult;
  /** The sent headers; empty when nothing was sent. */
  readonly requestHeaders: Readonly<Record<string, string>>;
}

/** The end of an attempt, with everything to write. */
export interface AttemptEnd extends FinishedAttempt {
  readonly at: Date;
  readonly cause: Cause | null;
  readonly delivery: {
    readonly status: 'pending' | 'delivered' | 'failed';
    readonly nextAttemptAt: Date | null;
    readonly notBefore: Date | null;
    readonly lastError: string | null;
  };
  /** The new state of its host. */
  readonly host: HostStanding;
}

/**
 * Writes the ends of attempts in one statement: record, delivery and host.
 *
 * @param hosts `locked`: each end was decided with its host's row locked; `calm`: each assumes a
 *   host without recent failures
 * @returns one result each, in order; undefined where the host was not calm and nothing was written
 */
export async function writeEnds(
  db: Db,
  ends: readonly AttemptEnd[],
  hosts: 'locked' | 'calm',
): Promise<readonly (Finish | undefined)[]> {
  const written = await writeRows(db, {
    rows: JSON.stringify(ends.map(rowOf)),
    onlyCalm: hosts === 'calm',
  });
  const mine = new Map(written.map((row) => [row.attempt_id, row.mine]));
  return ends.map(({ claim, delivery: { status } }) => {
    const isMine = mine.get(claim.attemptId);
    if (isMine === undefined) return undefined;
    if (!isMine) return 'late';
    return status === 'pending' ? 'retry' : status;
  });
}

function rowOf({ claim, result, requestHeaders, at, cause, delivery, host }: AttemptEnd) {
  const answered = result.status !== null;
  return {
    attempt_id: claim.attemptId,
    delivery_id: claim.deliveryId,
    attempt: claim.attempt,
    merchant_id: claim.merchantId,
    host: claim.host,
    at,
    remote_address: result.remoteAddress,
    timings: result.timings,
    request_headers: requestHeaders,
    response_status: result.status,
    response_headers: answered ? result.headers : null,
    response_body: answered ? result.bodyHead.toString('hex') : null,
    response_end: result.responseEnd,
    error_code: cause?.code ?? null,
    error: cause?.message ?? null,
    status: delivery.status,
    next_attempt_at: delivery.nextAttemptAt,
    not_before: delivery.notBefore,
    last_error: delivery.lastError,
    failures: host.failures,
    open_until: host.openUntil,
    last_success_at: host.lastSuccessAt,
    last_failure_at: host.lastFailureAt,
  };
}

/**
 * Hosts are locked first and in one order, so that two processes cannot deadlock. Ends with the
 * same host are successes on a calm one, which differ only in their time.
 */
const writeRows = prepared<{ readonly attempt_id: string; readonly mine: boolean }>(sql`
  with ended as (
    select * from json_to_recordset(${sql.placeholder('rows')}::json) as e(
      attempt_id text, delivery_id text, attempt integer, merchant_id text, host text,
      at timestamptz, remote_address text, timings jsonb, request_headers json,
      response_status smallint, response_headers json, response_body text, response_end text,
      error_code text, error text, status text, next_attempt_at timestamptz,
      not_before timestamptz, last_error text,
      failures integer, open_until timestamptz, last_success_at timestamptz,
      last_failure_at timestamptz)
  ),
  locked as (
    select merchant_id, host from webhook_host
    where (merchant_id, host) in (select merchant_id, host from ended) and (
      not ${sql.placeholder('onlyCalm')}::boolean
      or failures = 0 and open_until is null and last_failure_at is null
    )
    order by merchant_id, host for update
  ),
  written as (select ended.* from ended join locked using (merchant_id, host)),
  noted as (
    update webhook_host h set
      failures = w.failures, open_until = w.open_until,
      last_success_at = w.last_success_at, last_failure_at = w.last_failure_at
    from (
      select distinct on (merchant_id, host) * from written order by merchant_id, host, at desc
    ) w where h.merchant_id = w.merchant_id and h.host = w.host
  ),
  recorded as (
    update delivery_attempt a set
      finished_at = w.at, remote_address = w.remote_address, timings = w.timings,
      request_headers = w.request_headers, response_status = w.response_status,
      response_headers = w.response_headers, response_body = decode(w.response_body, 'hex'),
      response_end = w.response_end, error_code = w.error_code, error = w.error
    from written w where a.id = w.attempt_id
  ),
  moved as (
    update delivery d set
      status = w.status, next_attempt_at = w.next_attempt_at, not_before = w.not_before,
      delivered_at = case when w.status = 'delivered' then w.at end,
      lease_until = null, last_error = w.last_error, response_status = w.response_status
    from written w
    where d.id = w.delivery_id and d.status = 'delivering' and d.attempt = w.attempt
    returning d.id
  )
  select written.attempt_id, moved.id is not null as mine
  from written left join moved on moved.id = written.delivery_id
`);
