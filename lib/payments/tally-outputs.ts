import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { output, payment } from '@/db/schema/payments';
import type { Tally } from '@/lib/domain/payment';
import { MAX_SATS, toSats } from '@/lib/domain/sats';

interface TallyRow {
  readonly paymentId: string;
  readonly received: string;
  readonly txid: string;
  readonly inTime: boolean;
  readonly coveredHeight: number | null;
}

const counted = sql`from ${output} o where o.payment_id = p.id and not o.gone`;

const addUp = prepareStatement<TallyRow>(sql`
  select p.id as "paymentId", least(s.received, ${sql.raw(String(MAX_SATS))})::bigint as received,
    coalesce(c.txid, n.txid) as txid,
    coalesce(s.in_time >= p.required_sats, false) as "inTime",
    c.height as "coveredHeight"
  from ${payment} p
  cross join lateral (
    select sum(o.sats) as received,
      sum(o.sats) filter (where o.first_seen_at < p.expires_at) as in_time
    ${counted}
  ) s
  left join lateral (
    select r.txid, r.height
    from (
      select o.height, o.first_seen_at, o.txid, o.vout,
        sum(o.sats) over (
          order by o.height, o.first_seen_at, o.txid, o.vout rows unbounded preceding
        ) as sum_to_here
      ${counted}
    ) r
    where s.received >= p.required_sats and r.sum_to_here >= p.required_sats
    order by r.height, r.first_seen_at, r.txid, r.vout
    limit 1
  ) c on true
  left join lateral (
    select o.txid ${counted} and s.received < p.required_sats
    order by o.first_seen_at desc, o.txid desc, o.vout desc
    limit 1
  ) n on true
  where p.id = any(${sql.placeholder('paymentIds')}::text[]) and s.received is not null`);

/**
 * Adds up the outputs that count, per payment; payments without any are left out. Anyone can send
 * thousands of outputs to an address, so an index by age is read up to the output that covers the
 * amount.
 */
export async function tallyOutputs(
  db: Db,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, Tally>> {
  const rows = await addUp(db, { paymentIds });
  return new Map(
    rows.map(({ paymentId, received, txid, inTime, coveredHeight }) => [
      paymentId,
      {
        received: toSats(Number(received)),
        txid,
        inTime,
        coveredHeight,
      },
    ]),
  );
}
