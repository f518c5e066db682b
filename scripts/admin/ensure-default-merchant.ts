import { asc } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { isNotDemoShop } from '@/lib/accounts/create-demo';
import { createMerchant } from '@/lib/accounts/create-merchant';
import { NETWORK_FACTS, type Network } from '@/lib/domain/network';

/**
 * Returns the merchant for a command without --merchant: the oldest one, or else a new one. Never
 * returns the demo shop for a real network, because its password is in a file and must not give
 * access to real wallets.
 */
export async function ensureDefaultMerchant(db: Db, network: Network, now: Date): Promise<string> {
  const isReal = NETWORK_FACTS[network].defaultSource === 'off';
  const [oldest] = await db
    .select({ id: merchant.id })
    .from(merchant)
    .where(isReal ? isNotDemoShop(db) : undefined)
    .orderBy(asc(merchant.createdAt), merchant.id)
    .limit(1);
  return oldest?.id ?? (await createMerchant(db, 'Merchant', now)).id;
}
