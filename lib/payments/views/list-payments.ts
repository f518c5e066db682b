import { asc, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { paymentExtra } from '@/db/schema/extras';
import { payment, paymentCount } from '@/db/schema/payments';
import type { ApiKeyActor } from '@/lib/domain/actor';
import type { Metadata } from '@/lib/domain/metadata';
import type { PaymentStatus } from '@/lib/domain/payment';
import { isIntact } from '@/lib/keys/seal';
import { extraColumns } from '../payment-extra';
import { isAfterCursor, type ListFilter, type PaymentCursor } from './payment-filter';
import { type PaymentListPage, searchPayments } from './search-payments';

const HOUR_SECONDS = 3_600;

interface RangePage {
  /** Unix time in seconds. The whole second is part of the range. */
  readonly from: number;
  /** Unix time in seconds. The whole second is part of the range. */
  readonly to: number;
  readonly filter: ListFilter;
  readonly limit: number;
  /** The number of payments to skip; ignored with `after`. */
  readonly offset: number;
  readonly after?: PaymentCursor | undefined;
}

export interface ListRequest extends RangePage {
  readonly statuses?: readonly PaymentStatus[] | undefined;
  /** The whole reference. */
  readonly reference?: string | undefined;
  /** The customer's key: the reference, or else the e-mail address or the name. */
  readonly customer?: string | undefined;
  /** Each listed payment has all of these values. */
  readonly metadata?: Metadata | undefined;
  readonly paymentLinkId?: string | undefined;
}

export interface ListedPage extends PaymentListPage {
  readonly hasMore: boolean;
}

/**
 * Returns a page of a key's payments, newest first, and the number of matches. Pages by offset
 * shift when payments are created, so a payment may appear twice; pages `after` a payment do not.
 * Payments that were changed in the database are left out.
 */
export async function listPayments(
  db: Db,
  actor: ApiKeyActor,
  request: ListRequest,
): Promise<ListedPage> {
  const countedRequest = counted(request);
  const { after, limit, offset, statuses, reference, customer, metadata, paymentLinkId } =
    countedRequest;
  // One more payment than fits on the page shows whether another page follows.
  const read = after ? { ...countedRequest, limit: limit + 1, offset: 0 } : countedRequest;
  const { payments, total } = await (statuses ||
  reference !== undefined ||
  customer !== undefined ||
  metadata ||
  paymentLinkId !== undefined
    ? searchPayments(db, actor, { ...countedRequest, ...moments(countedRequest) }, read)
    : pageByCounts(db, actor.apiKeyId, read));
  const hasMore = after ? payments.length > limit : offset + payments.length < total;
  return { payments: payments.slice(0, limit), total, hasMore };
}

/**
 * The filter `verified` selects the same payments as the status `confirmed`, but its counts are
 * stored.
 */
function counted(request: ListRequest): ListRequest {
  const { statuses, filter } = request;
  const isVerified = filter !== 'unverified' && statuses?.every((one) => one === 'confirmed');
  return isVerified ? { ...request, filter: 'verified', statuses: undefined } : request;
}

function moments({ from, to }: RangePage): { readonly from: Date; readonly before: Date } {
  return { from: new Date(from * 1_000), before: new Date((to + 1) * 1_000) };
}

/** Page and total come from one statement, so they agree even while payments are created. */
async function pageByCounts(
  db: Db,
  apiKeyId: string,
  request: RangePage,
): Promise<PaymentListPage> {
  const rows = await db
    .select({
      total: sql`found.total`.mapWith(Number),
      payment,
      extra: extraColumns,
      chainHeight: chain.height,
    })
    .from(pagePlace(sql`${apiKeyId}`, request))
    .leftJoin(payment, sql`${payment.id} = found.id`)
    .leftJoin(chain, eq(chain.network, payment.network))
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .orderBy(desc(payment.createdAt), asc(payment.id));
  return {
    payments: rows.flatMap(({ payment: row, extra, chainHeight }) =>
      row && isIntact('payment', row) ? [{ row, extra, chainHeight }] : [],
    ),
    total: rows[0]?.total ?? 0,
  };
}

/**
 * A table `found(total, id)` of a page of a key's payments, newest first; if the page is empty, one
 * row with a null id. Whole hours come from `payment_count` and only the ends of the range are
 * counted, so the cost does not grow with the offset.
 *
 * @param key the API key's id
 */
function pagePlace(key: SQL, request: RangePage): SQL {
  const matching = sql`${payment.apiKeyId} = ${key} and ${statusCondition(request)}`;
  const { begin, firstHour, lastHour, end } = parts(request);
  const { after, offset } = request;
  const start = after
    ? sql`values (${end}, 0::bigint)`
    : sql`
      select high, ${offset}::bigint - (upto - payments)
      from running where upto > ${offset}::bigint order by high desc limit 1`;
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
    start(high, skipped) as (${start})
    select totals.total, page.id
    from (select coalesce(sum(payments), 0)::bigint as total from part) totals
    left join (
      select on_page.id from start cross join lateral (
        select ${payment.id}, ${payment.createdAt} from ${payment}
        where ${matching} and ${payment.createdAt} >= ${begin} and ${payment.createdAt} < start.high
          and ${after ? isAfterCursor(after) : sql`true`}
        order by ${payment.createdAt} desc, ${payment.id}
        limit ${request.limit} offset start.skipped
      ) on_page
    ) page on true
  ) as found`;
}

/**
 * Returns the ends of the range, and the ends of the whole hours in the range. If the range has no
 * whole hour, both ends of the hours are the start of the range.
 */
function parts({ from, to }: RangePage) {
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

/** The statuses are literals, not parameters, so that the planner can use the partial index. */
function statusCondition({ filter }: RangePage): SQL {
  if (filter === 'all') return sql`true`;
  return filter === 'verified'
    ? sql`${payment.status} = 'confirmed'`
    : sql`${payment.status} <> 'confirmed'`;
}

function hourSum({ filter }: RangePage): SQL {
  const sign = {
    all: sql`case kind when 'created' then 1 else 0 end`,
    verified: sql`case kind when 'verified' then 1 else 0 end`,
    unverified: sql`case kind when 'created' then 1 else -1 end`,
  }[filter];
  return sql`sum(payments * ${sign})`;
}
