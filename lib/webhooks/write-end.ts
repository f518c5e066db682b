import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { type AttemptEnd, type Finish, finishOf } from './attempt-end';
import { ENDED, endedJson, WRITE_ENDED } from './ended-rows';
import type { HostStanding } from './webhook-host';

/** Writes the end of an attempt and the new state of its host, decided with its row locked. */
export async function writeEnd(tx: Db, end: AttemptEnd, host: HostStanding): Promise<Finish> {
  const { failures, openUntil, lastSuccessAt, lastFailureAt } = host;
  const [row] = await writeOne(tx, {
    rows: endedJson([end]),
    failures,
    openUntil: openUntil?.toISOString() ?? null,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastFailureAt: lastFailureAt?.toISOString() ?? null,
  });
  return finishOf(end, row?.mine === true);
}

const writeOne = prepared<{ readonly mine: boolean }>(sql`
  with ${ENDED},
  written as (select * from ended),
  ${WRITE_ENDED},
  noted as (
    update webhook_host h set
      failures = ${sql.placeholder('failures')}::int,
      open_until = ${sql.placeholder('openUntil')}::timestamptz,
      last_success_at = ${sql.placeholder('lastSuccessAt')}::timestamptz,
      last_failure_at = ${sql.placeholder('lastFailureAt')}::timestamptz
    from once w where h.merchant_id = w.merchant_id and h.host = w.host
  )
  select exists (select from moved) as mine
`);
