import { and, eq, gt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import type { Actor } from '@/lib/domain/actor';
import { isKeyVisibleTo, isUsableKey } from './key-conditions';
import { GAP_LIMIT } from './list-wallets';

/**
 * A wallet with so many consecutive unpaid addresses that wallet software may stop looking for
 * payments.
 */
export interface WalletNearGap {
  readonly id: string;
  readonly keyNames: readonly string[];
  readonly unusedRun: number;
  readonly gapLimit: number;
}

const NEAR = 5;

/**
 * Returns the wallets of the actor's usable keys that are near or beyond the gap limit. The query
 * walks back from a wallet's last address to a paid one, which is near in an active wallet.
 */
export async function walletsNearGap(db: Db, actor: Actor, now: Date): Promise<WalletNearGap[]> {
  const unusedRun = sql<number>`${wallet.nextIndex} - 1 - coalesce((
    select p.derivation_index from payment p
    where p.wallet_id = ${wallet.id} and p.received_sats > 0
    order by p.derivation_index desc limit 1), -1)`.mapWith(Number);
  const rows = await db
    .select({
      id: wallet.id,
      keyNames: sql<string[]>`array_agg(${apiKey.name} order by ${apiKey.createdAt})`,
      unusedRun,
    })
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(and(isKeyVisibleTo(actor), isUsableKey(now), gt(wallet.nextIndex, GAP_LIMIT - NEAR)))
    .groupBy(wallet.id)
    .orderBy(wallet.createdAt, wallet.id);
  return rows
    .filter((row) => row.unusedRun >= GAP_LIMIT - NEAR)
    .map((row) => ({ ...row, gapLimit: GAP_LIMIT }));
}
