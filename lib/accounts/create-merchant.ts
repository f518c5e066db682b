import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { newId } from '@/lib/domain/ids';

export interface Merchant {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** Adds a merchant without users. */
export async function createMerchant(
  db: Db,
  name: string,
  now: Date,
  timeZone: string | null = null,
): Promise<Merchant> {
  const row = { id: newId('merchant'), name, createdAt: now };
  await db.insert(merchant).values({ ...row, timeZone });
  return row;
}
