import { sql } from 'drizzle-orm';
import type { Database, Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { sealedSigningSecrets } from '@/lib/keys/signing-secrets';
import { type AttemptEnd, type Finish, finishOf } from './attempt-end';
import { type Claim, hasItsTurn, hostLimit } from './claim';
import { ENDED, endedJson, WRITE_ENDED } from './ended-rows';
import type { InFlight } from './shares';

export interface Turn {
  /** Attempts that succeeded, assuming that their hosts have no recent failures. */
  readonly ends: readonly AttemptEnd[];
  /** Due deliveries to claim, the most urgent first. */
  readonly picks: readonly PickedDelivery[];
  readonly now: Date;
  /** The most attempts in flight of one merchant to one host, over all processes. */
  readonly perHost: number;
}

export interface PickedDelivery {
  readonly id: string;
  /** Claimed only as this many attempts in flight of its merchant, or fewer. */
  readonly place: number;
}

/** What was in flight in all processes before the claims of this turn. */
export interface Contended extends InFlight {
  readonly deliveryId: string;
}

export interface TurnResult {
  /** For each end, in order; undefined where the host had failures and nothing was written. */
  readonly finishes: readonly (Finish | undefined)[];
  readonly claims: readonly Claim[];
  /** Deliveries that were not claimed because another process claimed meanwhile, in order. */
  readonly contended: readonly Contended[];
}

/**
 * Ends attempts and claims the next ones in one statement, so in one commit. A delivery is claimed if
 * it is due, has its turn among the events of its payment, and its host has room; that its attempt
 * began is committed before any socket opens.
 *
 * The row of a host stands for its share: every claim and every end changes it. Counting what is in
 * flight is exact for a host whose row is locked and still the one that the statement saw when it
 * began. Other hosts are `contended`, and so are picks of a merchant that got more in flight since
 * they were picked: another merchant may have fewer now.
 */
export async function takeTurn(db: Db, { ends, picks, now, perHost }: Turn): Promise<TurnResult> {
  const rows = await turn(db, {
    rows: endedJson(ends),
    picks: JSON.stringify(picks.map(({ id, place }) => ({ id, place }))),
    now: now.toISOString(),
    perHost,
  });
  const mine: boolean[] = [];
  const claims: Claim[] = [];
  const contended: Contended[] = [];
  for (const row of rows) {
    const { deliveryId, toHost, ofMerchant } = row;
    if (row.kind === 'end') mine[row.nth] = row.mine;
    else if (row.kind === 'contended') contended.push({ deliveryId, toHost, ofMerchant });
    else claims.push(claimOf(row, now));
  }
  const finishes = ends.map((end, nth) => {
    const isMine = mine[nth];
    return isMine === undefined ? undefined : finishOf(end, isMine);
  });
  return { finishes, claims, contended };
}

type TurnRow = Omit<Claim, 'startedAt' | 'attemptStartedAt'> &
  InFlight & {
    readonly kind: 'claim' | 'end' | 'contended';
    /** Of an end: its place among the ends of the turn. */
    readonly nth: number;
    readonly mine: boolean;
    readonly startedAt: string;
  };

/** By name: a copy with `...` takes several times the memory, for as long as the attempt lasts. */
function claimOf(row: TurnRow, now: Date): Claim {
  return {
    deliveryId: row.deliveryId,
    paymentId: row.paymentId,
    apiKeyId: row.apiKeyId,
    merchantId: row.merchantId,
    eventId: row.eventId,
    eventType: row.eventType,
    body: row.body,
    url: row.url,
    host: row.host,
    attempt: row.attempt,
    attemptStartedAt: now,
    startedAt: new Date(row.startedAt),
    sealedSecrets: row.sealedSecrets,
  };
}

const at = sql`${sql.placeholder('now')}::timestamptz`;

/**
 * The columns of the result have types of their own, as {@link Database.pipeline} asks for.
 *
 * `held` locks the hosts of ends, in one order and before all others, and may wait for them. `free`
 * locks the remaining hosts without waiting, so that two processes cannot deadlock. After a long
 * wait the time of the claim would be wrong, so nothing is claimed.
 */
const turn = prepared<TurnRow>(sql`
  with ${ENDED},
  asked as materialized (
    select d.id, d.merchant_id, d.host, w.nth, w.place
    -- Not "unnest", whose length PostgreSQL would plan for anew at each turn.
    from rows from (json_to_recordset(${sql.placeholder('picks')}::json) as (id text, place int))
      with ordinality as w(id, place, nth)
    cross join lateral (select * from delivery where delivery.id = w.id limit 1) d
    where d.status = 'pending' and d.next_attempt_at <= ${at} and ${hasItsTurn(at)}
  ),
  asked_host as materialized (select distinct merchant_id, host from asked),
  ended_host as materialized (
    select merchant_id, host, max(at) as at from ended group by merchant_id, host
  ),
  seen as materialized (
    select a.merchant_id, a.host, h.version, h.host_limit from asked_host a
    cross join lateral (
      select h.xmin as version, ${hostLimit(at, sql.placeholder('perHost'))} as host_limit
      from webhook_host h where h.merchant_id = a.merchant_id and h.host = a.host limit 1
    ) h
  ),
  held as materialized (
    select e.merchant_id, e.host, e.at, h.version
    from (select * from ended_host order by merchant_id, host) e
    cross join lateral (
      select xmin as version from webhook_host
      where merchant_id = e.merchant_id and host = e.host
        and failures = 0 and open_until is null and last_failure_at is null
      for update
    ) h
  ),
  free as materialized (
    select a.merchant_id, a.host, h.version
    from asked_host a
    cross join lateral (
      select xmin as version from webhook_host
      where merchant_id = a.merchant_id and host = a.host
      for update skip locked
    ) h
    where (select count(*) from held) >= 0 and not exists (
      select from ended_host e where e.merchant_id = a.merchant_id and e.host = a.host
    )
  ),
  written as (select ended.* from ended join held using (merchant_id, host)),
  flying as (
    select merchant_id, host, count(*) as attempts from delivery b
    where status = 'delivering' and not exists (
      select from written w where w.delivery_id = b.id and w.attempt = b.attempt
    )
    group by merchant_id, host
  ),
  room as (
    select merchant_id, host, s.host_limit - coalesce(f.attempts, 0) as places
    from seen s
    join (
      select merchant_id, host, version from held
      union all select merchant_id, host, version from free
    ) locked using (merchant_id, host, version)
    left join flying f using (merchant_id, host)
    where clock_timestamp() - statement_timestamp() < interval '1 second'
  ),
  allowed as (
    select id from (
      select a.id, a.place, row_number() over (partition by a.merchant_id order by a.nth) + (
        select coalesce(sum(f.attempts), 0) from flying f where f.merchant_id = a.merchant_id
      ) as place_now
      from (
        select asked.*, r.places,
          row_number() over (partition by merchant_id, host order by nth) as nth_of_host
        from asked join room r using (merchant_id, host)
      ) a
      where nth_of_host <= places
    ) placed
    where place_now <= place
  ),
  chosen as (
    -- One by one: a plan that was made for an empty table would read all deliveries to find these.
    -- Pending, without its word: with it, PostgreSQL may read all that is pending.
    select d.id from allowed a
    cross join lateral (
      select id from delivery where id = a.id and next_attempt_at is not null
      for update skip locked
    ) d
  ),
  taken as (
    update delivery d set
      status = 'delivering', attempt = d.attempt + 1, next_attempt_at = null,
      attempt_started_at = ${at}
    from chosen c, webhook_event e
    where d.id = c.id and e.id = d.event_id
    returning d.id, d.payment_id, d.api_key_id, d.merchant_id, d.event_id, d.event_type, e.body,
      d.url, d.host, d.attempt, d.started_at
  ),
  noted as (
    update webhook_host h set last_success_at = coalesce(c.at, h.last_success_at)
    from (
      select merchant_id, host, max(at) as at from (
        select merchant_id, host, at from held
        union all select merchant_id, host, null from taken
      ) changed group by merchant_id, host
    ) c
    where h.merchant_id = c.merchant_id and h.host = c.host
  ),
  ${WRITE_ENDED}
  select 'claim' as kind, null::int as nth, false as mine, id::text as "deliveryId",
    payment_id::text as "paymentId", api_key_id::text as "apiKeyId",
    merchant_id::text as "merchantId", event_id::text as "eventId", event_type::text as "eventType",
    body::text as body, url::text as url, host::text as host, attempt::int as attempt,
    started_at::timestamptz as "startedAt",
    ${sealedSigningSecrets(sql`taken.api_key_id`, at)}::text[] as "sealedSecrets",
    null::int as "toHost", null::int as "ofMerchant"
  from taken
  union all
  select 'end', nth, nth in (select nth from moved), null, null, null, null, null, null, null, null,
    null, null, null, null, null, null
  from written
  union all
  select 'contended', null, false, a.id, null, null, null, null, null, null, null, null, null,
    null, null, coalesce(f.attempts, 0)::int,
    (select coalesce(sum(o.attempts), 0)::int from flying o where o.merchant_id = a.merchant_id)
  from asked a
  left join room r using (merchant_id, host)
  left join flying f using (merchant_id, host)
  where r.places is null
    or r.places > 0 and not exists (select from allowed where allowed.id = a.id)
`);
