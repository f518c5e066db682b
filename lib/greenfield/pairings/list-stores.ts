import type { Db } from '@/db/client';
import type { Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { listKeys } from '@/lib/keys/list-keys';

export interface PairableStore {
  readonly id: string;
  readonly name: string;
  readonly network: Network;
}

/** Returns the usable API keys of the actor's merchant, newest first. */
export async function listStores(db: Db, actor: Member, now: Date): Promise<PairableStore[]> {
  const keys = await listKeys(db, actor, now);
  return keys.filter(({ state }) => state === 'active');
}
