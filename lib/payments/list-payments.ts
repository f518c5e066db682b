import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { payment, paymentCount } from '@/db/schema/payments';
import type { KeyActor } from '@/lib/domain/actor';
import type { FoundPayment } from './get-payment';

const HOUR_SECONDS = 3_600;

export const LIST_FILTERS = ['all', 'verified', 'unverified'] as const;
export type ListFilter = (typeof LIST_FILTERS)[number];

export interface ListRequest {
  /** Unix time in seconds; the whole of that second is in the range. */
  readonly from: number;
  /** Unix time in seconds; the whole of that second is in the range. */
  readonly to: number;
  readonly filter: ListFilter;
  readonly limit: number;
  readonly offset: number;
}

export interface PaymentPage {
  readonly payments: readonly FoundPayment[];
  /** The number of matching payments on all pages. */
  readonly total: number;
}

/**
 * One page of a key's payments, newest first. Page and total come from one statement, so they
 * agree even while payments are created.
 */
export async function listPayments(
  db: Db,
  { apiKeyId }: KeyActor,
  request: ListRequest,
): Promise<PaymentPage> {
  const rows = await db
    .select({
      total: sql`found.total`.mapWith(Number),
      payment,
      chainHeight: chain.height,
    })
    .from(pagePlace(sql`${apiKeyId}`, request))
    .leftJoin(payment, sql`${payment.id} = found.id`)
    .leftJoin(chain, eq(chain.network, payment.network))
    .orderBy(desc(payment.createdAt), asc(payment.id));
  return {
    payments: rows.flatMap(({ payment: row, chainHeight }) => (row ? [{ row, chainHeight }] : [])),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * The ids on a page of a key's payments, newest first, and the total: a table `found(total, id)`
 * with one row per id, or one row without an id. Whole hours come from `payment_count`; only the
 * ends of the range are counted, so the cost does not grow with the offset.
 *
 * @param key SQL of the API key's id
 */
function pagePlace(key: SQL, request: ListRequest): SQL {
  const matching = sql`${payment.apiKeyId} = ${key} and ${statusCondition(request)}`;
  const { begin, firstHour, lastHour, end } = parts(request);
  const count = (from: SQL, to: SQL) => sql`(
    select count(*) from ${payment}
    where ${matching} and ${payment.createdAt} >= ${from} and ${payment.createdAt} < ${to}
  )`;
  return sql`(
    with part(low, high, payments) as (
      select ${lastHour}, ${end}, ${count(lastHour, end)}
      union all
      select hour, hour + interval '1 hour', ${hourSum(request)} from ${paymentCount}
      where ${paymentCount.apiKeyId} = ${key} and hour >= ${firstHour} and hour < ${lastHour}
      group by hour
      union all
      select ${begin}, ${firstHour}, ${count(begin, firstHour)}
    ),
    running as (
      select high, payments, sum(payments) over (order by low desc, high desc) as upto from part
    ),
    start as (
      select high, ${request.offset}::bigint - (upto - payments) as skipped
      from running where upto > ${request.offset}::bigint order by high desc limit 1
    )
    select totals.total, page.id
    from (select coalesce(sum(payments), 0)::bigint as total from part) totals
    left join (
      select on_page.id from start cross join lateral (
        select ${payment.id}, ${payment.createdAt} from ${payment}
        where ${matching} and ${payment.createdAt} >= ${begin} and ${payment.createdAt} < start.high
        order by ${payment.createdAt} desc, ${payment.id}
        limit ${request.limit} offset start.skipped
      ) on_page
    ) page on true
  ) as found`;
}

/** The range, and the whole hours within it; without any, the first part is the whole range. */
function parts({ from, to }: ListRequest) {
  const last = to + 1;
  const hourAfter = Math.ceil(from / HOUR_SECONDS) * HOUR_SECONDS;
  const hourBefore = Math.floor(last / HOUR_SECONDS) * HOUR_SECONDS;
  const hasHours = hourAfter < hourBefore;
  return {
    begin: moment(from),
    firstHour: moment(hasHours ? hourAfter : from),
    lastHour: moment(hasHours ? hourBefore : from),
    end: moment(last),
  };
}

function moment(unixSeconds: number): SQL {
  return sql`${new Date(unixSeconds * 1_000).toISOString()}::timestamptz`;
}

/** Literal, not a parameter: PostgreSQL matches partial indexes by it. */
function statusCondition({ filter }: ListRequest): SQL {
  if (filter === 'all') return sql`true`;
  return filter === 'verified'
    ? sql`${payment.status} = 'confirmed'`
    : sql`${payment.status} <> 'confirmed'`;
}

function hourSum({ filter }: ListRequest): SQL {
  const sign = {
    all: sql`case kind when 'created' then 1 else 0 end`,
    verified: sql`case kind when 'verified' then 1 else 0 end`,
    unverified: sql`case kind when 'created' then 1 else -1 end`,
  }[filter];
  return sql`sum(payments * ${sign})`;
}
