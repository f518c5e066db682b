import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { type ChainCondition, chainCondition, type SourceKind } from '@/lib/domain/chain-condition';
import type { Change } from '@/lib/domain/change';
import type { Network } from '@/lib/domain/network';

/** Texts that differ once something has changed, by whose it is and what changed. */
export type Marks = ReadonlyMap<string, ReadonlyMap<Change, string>>;

/**
 * The marks of merchants, which find what no notification told: payments by the count of the newest
 * hour, deliveries by the outcomes of their hosts. Reads a few rows of each key and host.
 */
export async function readMerchantMarks(db: Db, merchantIds: readonly string[]): Promise<Marks> {
  const rows = await db.execute<Record<'id' | 'payments' | 'deliveries' | 'keys', string>>(sql`
    select m.id,
      (select coalesce(string_agg(concat(k.id, c.hour, c.payments), ' ' order by k.id), '')
        from api_key k cross join lateral (
          select hour, payments from payment_count
          where api_key_id = k.id and kind = 'created' order by hour desc limit 1
        ) c where k.merchant_id = m.id) as payments,
      (select concat_ws(' ', count(*), sum(failures), max(last_success_at), max(last_failure_at),
          max(open_until))
        from webhook_host where merchant_id = m.id) as deliveries,
      (select concat_ws(' ', count(*), count(revoked_at), max(last_used_at), max(expires_at))
        from api_key where merchant_id = m.id) as keys
    from unnest(${sql.param(merchantIds)}::text[]) as m(id)`);
  return new Map(
    rows.map(({ id, payments, deliveries, keys }) => {
      const marks = { payments, deliveries, keys } as const;
      return [id, new Map(Object.entries(marks) as [keyof typeof marks, string][])];
    }),
  );
}

/**
 * The marks of the chains, by network: where each is, its condition, and when it was read.
 *
 * @param kinds the source of each network's chain
 */
export async function readChainMarks(
  db: Db,
  kinds: Readonly<Record<Network, { readonly kind: SourceKind }>>,
  now: Date,
): Promise<Marks> {
  const rows = await db.select().from(chain);
  return new Map(
    rows.map((row) => {
      const { network, readAt, answeredAt } = row;
      const condition = chainCondition({ ...row, source: kinds[network].kind }, now);
      return [
        network,
        new Map<Change, string>([
          [`chain ${network}`, standingOf(row, condition)],
          [`read ${network}`, `${readAt?.getTime()} ${answeredAt?.getTime()}`],
        ]),
      ];
    }),
  );
}

function standingOf(row: typeof chain.$inferSelect, condition: ChainCondition): string {
  const { hash, tipHash, tipHeight, failingSince, lastError } = row;
  return JSON.stringify([hash, tipHash, tipHeight, failingSince, lastError, condition]);
}

/** What differs from before; nothing for those that were not known. */
export function differences(before: Marks, after: Marks): Map<string, Change[]> {
  const found = new Map<string, Change[]>();
  for (const [of, marks] of after) {
    const known = before.get(of);
    if (!known) continue;
    const changes = [...marks].flatMap(([change, mark]) =>
      known.get(change) === mark ? [] : [change],
    );
    if (changes.length > 0) found.set(of, changes);
  }
  return found;
}
