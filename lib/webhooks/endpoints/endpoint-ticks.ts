import { and, gte, lt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { webhookCount } from '@/db/schema/endpoints';
import { bucketOf } from '@/db/time-buckets';
import { RECORDS_KEPT_DAYS } from '@/lib/domain/chain-lag';

/** Completed attempts. */
export interface Attempts {
  readonly accepted: number;
  readonly failed: number;
}

/** The attempts to a host, in total and per time bucket. */
export interface EndpointTicks extends Attempts {
  readonly host: string;
  readonly ticks: readonly Attempts[];
}

export interface Endpoints {
  /** The hosts with the most attempts, busiest first. */
  readonly busiest: readonly EndpointTicks[];
  /** The number of other hosts that had attempts. */
  readonly others: number;
}

const HOSTS_SHOWN = 5;
const NONE: Attempts = { accepted: 0, failed: 0 };

interface Row extends Attempts, Record<string, unknown> {
  readonly host: string;
  readonly place: number;
  readonly hosts: number;
}

/** The attempts of these keys by host and bucket. @param starts starts of the buckets, ascending */
export async function countHostAttempts(
  db: Db,
  keyIds: readonly string[],
  starts: readonly [Date, ...Date[]],
): Promise<Endpoints> {
  const rows = await db.execute<Row>(sql`
    with counted as (
      select host, ${bucketOf(webhookCount.quarter, starts)} as place,
        sum(accepted)::int as accepted, sum(failed)::int as failed
      from ${webhookCount}
      where ${and(isAmong(webhookCount.apiKeyId, keyIds), gte(webhookCount.quarter, starts[0]))}
      group by host, place
    ),
    busiest as (
      select host, row_number() over (order by sum(accepted + failed) desc, host) as rank,
        count(*) over ()::int as hosts
      from counted group by host order by rank limit ${HOSTS_SHOWN}
    )
    select host, place, accepted, failed, hosts from counted join busiest using (host)
    order by rank, place`);
  const hosts = [...new Set(rows.map(({ host }) => host))];
  const busiest = hosts.map((host) => {
    const own = rows.filter((row) => row.host === host);
    return {
      host,
      ...sumOf(own),
      ticks: starts.map((_, nth) => sumOf(own.filter(({ place }) => place === nth + 1))),
    };
  });
  return { busiest, others: (rows[0]?.hosts ?? 0) - hosts.length };
}

function sumOf(rows: readonly Attempts[]): Attempts {
  return rows.reduce(
    (sum, { accepted, failed }) => ({
      accepted: sum.accepted + accepted,
      failed: sum.failed + failed,
    }),
    NONE,
  );
}

/** Deletes counts that the overview no longer shows. */
export async function pruneCounts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RECORDS_KEPT_DAYS * 86_400_000);
  await db.delete(webhookCount).where(lt(webhookCount.quarter, before));
}
