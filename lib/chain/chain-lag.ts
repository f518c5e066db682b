import { and, eq, gte, lt, max, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain, chainLag } from '@/db/schema/chain';
import { bucketOf, quarterOf } from '@/db/time-buckets';
import { type FoundLags, RECORDS_KEPT_DAYS } from '@/lib/domain/chain-lag';
import type { Network } from '@/lib/domain/network';

const now = sql`${sql.placeholder('now')}::timestamptz`;
/** The end of the last full read; the first read has no lag. */
const lastRead = sql`coalesce(c.read_at, ${now})`;
const kept = sql.raw(`interval '${RECORDS_KEPT_DAYS} days'`);

/**
 * SQL that records, with a full read, how far behind the records were in each quarter of an hour
 * since the last one. Takes the same placeholders as `updateRead`. Skips quarters that already have
 * as much, so almost every read writes nothing.
 */
export const LAGGED: SQL = sql`
  lagged as (
    insert into ${chainLag} as l (network, quarter, minutes)
    select s.network, s.quarter, s.minutes from (
      select c.network, q.quarter, greatest(0, floor(extract(epoch from
        least(${now}, q.quarter + interval '15 minutes') - ${lastRead}) / 60))::int as minutes
      from ${chain} c cross join lateral generate_series(
        ${quarterOf(sql`greatest(${lastRead}, ${now} - ${kept})`)}, ${now}, interval '15 minutes'
      ) as q(quarter)
      where c.network = ${sql.placeholder('network')}
        and c.epoch = ${sql.placeholder('epoch')}::int and c.hash = ${sql.placeholder('hash')}
    ) s
    where not exists (
      select from ${chainLag} k
      where k.network = s.network and k.quarter = s.quarter and k.minutes >= s.minutes
    )
    on conflict (network, quarter) do update set minutes = greatest(l.minutes, excluded.minutes)
  )`;

/** The recorded lag of a network. @param starts the starts of the buckets, ascending */
export async function findLags(
  db: Db,
  network: Network,
  starts: readonly [Date, ...Date[]],
): Promise<FoundLags> {
  const place = bucketOf(chainLag.quarter, starts);
  const [read] = await db
    .select({ at: chain.readAt })
    .from(chain)
    .where(eq(chain.network, network));
  const rows = await db
    .select({ place: place.as('place'), minutes: max(chainLag.minutes) })
    .from(chainLag)
    .where(and(eq(chainLag.network, network), gte(chainLag.quarter, starts[0])))
    .groupBy(sql`place`);
  const worst = new Map(rows.map((row) => [row.place, row.minutes]));
  return {
    recorded: starts.map((_, nth) => worst.get(nth + 1) ?? null),
    readAt: read?.at ?? null,
  };
}

/** Deletes records of lags that the overview no longer shows. */
export async function pruneLags(db: Db, at: Date): Promise<void> {
  const before = new Date(at.getTime() - RECORDS_KEPT_DAYS * 86_400_000);
  await db.delete(chainLag).where(lt(chainLag.quarter, before));
}
