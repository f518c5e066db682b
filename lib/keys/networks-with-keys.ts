import { isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import type { Network } from '@/lib/domain/network';

/** Returns the networks on which any merchant has an API key that is not revoked. */
export async function networksWithKeys(db: Db): Promise<ReadonlySet<Network>> {
  const rows = await db
    .selectDistinct({ network: apiKey.network })
    .from(apiKey)
    .where(isNull(apiKey.revokedAt));
  return new Set(rows.map(({ network }) => network));
}
