import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { MAX_RETRY_AFTER_MS } from '@/lib/domain/retry-schedule';
import { LONGEST_PAUSE_MS } from './breaker';
import { notifyDue } from './create-event';
import { WAITING_HOSTS } from './due';

/** The clocks of servers may differ by as much. */
const DIFFERENCE_MS = 60_000;

/** Deliveries to make due in one statement: the rest is for the next run. */
const MOST = 10_000;

/**
 * Ends waits that are longer than they can be: a clock that was ahead, and was put right, has
 * written them (`lib/domain/clock-put-right.ts`).
 *
 * @returns how many
 */
export async function correctWaits(db: Db, now: Date): Promise<number> {
  const parts = [cutLeases(now), endPauses(now), makeFarDue(now)];
  let corrected = 0;
  for (const part of parts) corrected += (await db.execute(part)).length;
  if (corrected > 0) await notifyDue(db);
  return corrected;
}

/** They begin anew, since the attempts may be under way. */
function cutLeases(now: Date): SQL {
  return sql`
    update delivery set attempt_started_at = ${later(now, 0)}
    where id in (
      select id from delivery
      where status = 'delivering' and attempt_started_at > ${later(now, DIFFERENCE_MS)}
      for update skip locked
    ) returning 1`;
}

function endPauses(now: Date): SQL {
  return sql`
    update webhook_host set open_until = ${later(now, 0)}
    where (merchant_id, host) in (
      select merchant_id, host from webhook_host
      where open_until > ${later(now, LONGEST_PAUSE_MS + DIFFERENCE_MS)}
      for update skip locked
    ) returning 1`;
}

/**
 * Deliveries that wait for longer than the schedule and Retry-After allow, or began in the future.
 * Their schedule begins now, since attempts are counted from its start.
 */
function makeFarDue(now: Date): SQL {
  const future = later(now, DIFFERENCE_MS);
  return sql`
    with recursive ${WAITING_HOSTS},
    far as (
      select d.id from waiting_host w
      cross join lateral (
        select d.id from delivery d
        where d.status = 'pending' and d.merchant_id = w.merchant_id and d.host = w.host
          and d.next_attempt_at > ${later(now, MAX_RETRY_AFTER_MS + DIFFERENCE_MS)}
        order by d.next_attempt_at desc limit ${MOST}
      ) d
      union
      -- By the index of each key, which has the newest first.
      select d.id from api_key k
      cross join lateral (
        select d.id from delivery d
        where d.api_key_id = k.id and d.created_at > ${future} and d.started_at > ${future}
          and d.status = 'pending' and d.next_attempt_at is not null
        order by d.created_at desc nulls first limit ${MOST}
      ) d
    )
    update delivery set next_attempt_at = ${later(now, 0)}, not_before = null,
      started_at = least(started_at, ${later(now, 0)})
    where id in (
      select id from delivery
      where id in (select id from far limit ${MOST})
        and status = 'pending' and next_attempt_at is not null
      for update skip locked
    ) returning 1`;
}

const later = (now: Date, ms: number) =>
  sql`${new Date(now.getTime() + ms).toISOString()}::timestamptz`;
