import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import type { TestKey } from '@/test/support/factories';
import { sealRows } from '@/test/support/seals';

export interface SeedOptions {
  readonly count: number;
  /** The creation times are spread over this many seconds before now. */
  readonly seconds: number;
  readonly open: boolean;
  /** Whether the payments have prices, which are then spread evenly from 0.01 to 100.00 euros. */
  readonly priced?: boolean;
}

const PRICE = sql`jsonb_build_object('amount', to_char((n % 10000 + 1) / 100.0, 'FM990.00'),
  'currency', 'EUR', 'rate', '50000', 'source', 'fixed', 'quotedAt', at, 'spreadPpm', 0)`;

/** For this many rows or more, rebuilding an index is faster than adding to it row by row. */
const WORTH_REBUILDING = 50_000;

/**
 * The database generates the rows. Nobody can pay these payments, because their scripts are hashes.
 */
export async function seedPayments(db: Db, key: TestKey, options: SeedOptions): Promise<void> {
  if (options.count < WORTH_REBUILDING) return insertMany(db, key, options);
  await db.transaction(async (tx) => {
    await tx.execute(`set local maintenance_work_mem = '256MB'`);
    const indexes = await tx.execute<{ name: string; definition: string }>(sql`
      select indexname as name, indexdef as definition from pg_indexes
      where tablename = 'payment' and indexname <> 'payment_pkey'`);
    for (const { name } of indexes) await tx.execute(sql`drop index ${sql.identifier(name)}`);
    await insertMany(tx, key, options);
    for (const { definition } of indexes) await tx.execute(sql.raw(definition));
  });
}

async function insertMany(db: Db, key: TestKey, options: SeedOptions): Promise<void> {
  const { apiKeyId, walletId } = key.actor;
  const { count, seconds, open, priced = false } = options;
  const status = open
    ? sql`'pending'`
    : sql`case when n % 10 < 7 then 'confirmed' else 'expired' end`;
  await db.execute(sql`
    insert into payment (id, checkout_id, api_key_id, network, address, script, wallet_id,
      derivation_index, holds_address, amount_sats, tolerance_ppm, required_sats,
      required_confirmations, reference, status, received_sats, created_at, expires_at, updated_at,
      price)
    select 'pay_' || substr(hash, 1, 22), 'co_' || substr(hash, 23, 22), ${apiKeyId}, 'regtest',
      'bcrt1q' || substr(hash, 1, 38), '0014' || substr(hash, 1, 40), ${walletId}, 1000000 + n,
      ${open}, 50000, 0, 50000, 3, 'order-' || n, ${status}, 0, at,
      at + interval '30 days', at, ${priced ? PRICE : sql`null`}
    from (
      select n, encode(sha256((${apiKeyId} || n)::bytea), 'hex') as hash,
        now() - make_interval(secs => n::float8 * ${seconds}::float8 / ${count}::float8) as at
      from generate_series(1, ${count}::int) n
    ) as made`);
  await sealRows(db);
}
