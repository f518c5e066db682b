import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { Together } from '@/db/together';
import { type Finish, type FinishedTry, finishAttempt } from './finish-attempt';

const MOST_TOGETHER = 64;

interface Ended extends FinishedTry {
  readonly at: Date;
}

/**
 * {@link finishAttempt}, where those that end well at the same time are written in one statement:
 * they all touch the row of their host, and would wait for one another and for the disk.
 */
export async function finishTry(
  db: Db,
  finished: FinishedTry,
  now: Date,
  random: number,
): Promise<Finish> {
  const together = finished.result.ok ? await queueOf(db).add({ ...finished, at: now }) : undefined;
  return together ?? finishAttempt(db, finished, now, random);
}

type Queue = Together<Ended, Finish | undefined>;
const queues = new WeakMap<Db, Queue>();

function queueOf(db: Db): Queue {
  const known = queues.get(db);
  if (known) return known;
  const made: Queue = new Together((ended) => writeDelivered(db, ended), MOST_TOGETHER);
  queues.set(db, made);
  return made;
}

/** Undefined for those whose host has failed of late: what waits for it must be looked at too. */
async function writeDelivered(
  db: Db,
  ended: readonly Ended[],
): Promise<readonly (Finish | undefined)[]> {
  const written = await writeAll(db, { rows: JSON.stringify(ended.map(rowOf)) });
  const finishes = new Map(written.map(({ attempt_id, mine }) => [attempt_id, mine]));
  return ended.map(({ claim }) => {
    const mine = finishes.get(claim.attemptId);
    return mine === undefined ? undefined : mine ? 'delivered' : 'late';
  });
}

function rowOf({ claim, result, requestHeaders, at }: Ended) {
  return {
    attempt_id: claim.attemptId,
    delivery_id: claim.deliveryId,
    attempt: claim.attempt,
    host: claim.host,
    at: at.toISOString(),
    remote_address: result.remoteAddress,
    timings: result.timings,
    request_headers: requestHeaders,
    response_status: result.status,
    response_headers: result.headers,
    response_body: result.bodyHead.toString('hex'),
  };
}

/**
 * Hosts are locked first and in one order, so that two processes never wait for each other. The
 * conditions on them are those under which a success changes nothing but its time.
 */
const writeAll = prepared<{ readonly attempt_id: string; readonly mine: boolean }>(sql`
  with ended as (
    select * from json_to_recordset(${sql.placeholder('rows')}::json) as e(
      attempt_id text, delivery_id text, attempt integer, host text, at timestamptz,
      remote_address text, timings jsonb, request_headers json, response_status smallint,
      response_headers json, response_body text)
  ),
  calm as (
    select host from webhook_host
    where host in (select host from ended)
      and failures = 0 and open_until is null and last_failure_at is null
    order by host for update
  ),
  written as (select ended.* from ended join calm on calm.host = ended.host),
  noted as (
    update webhook_host h set last_success_at = w.at
    from (select host, max(at) as at from written group by host) w where h.host = w.host
  ),
  recorded as (
    update delivery_attempt a set
      finished_at = w.at, remote_address = w.remote_address, timings = w.timings,
      request_headers = w.request_headers, response_status = w.response_status,
      response_headers = w.response_headers, response_body = decode(w.response_body, 'hex'),
      error_code = null, error = null
    from written w where a.id = w.attempt_id
  ),
  delivered as (
    update delivery d set
      status = 'delivered', next_attempt_at = null, not_before = null, delivered_at = w.at,
      lease_until = null, last_error = null, response_status = w.response_status
    from written w
    where d.id = w.delivery_id and d.status = 'delivering' and d.attempt = w.attempt
    returning d.id
  )
  select written.attempt_id, delivered.id is not null as mine
  from written left join delivered on delivered.id = written.delivery_id
`);
