import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import type { Member } from '@/lib/domain/actor';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';

type Key = Pick<typeof apiKey.$inferSelect, 'id' | 'network' | 'name' | 'expiresAt' | 'revokedAt'>;

export interface HomeKeys {
  readonly keys: readonly Key[];
  readonly networks: readonly Network[];
  /**
   * The network whose amounts are shown, because amounts on different networks are never added up;
   * undefined without a key.
   */
  readonly network: Network | undefined;
  /** The ids of the keys of that network. */
  readonly ofNetwork: readonly string[];
}

/**
 * Returns the keys that the actor may see, and the network whose amounts Home shows.
 *
 * @param wanted a network of the actor's keys; by default the first of them
 */
export async function homeKeys(
  db: Db,
  actor: Member,
  wanted: Network | undefined,
): Promise<HomeKeys> {
  const keys = await db
    .select({
      id: apiKey.id,
      network: apiKey.network,
      name: apiKey.name,
      expiresAt: apiKey.expiresAt,
      revokedAt: apiKey.revokedAt,
    })
    .from(apiKey)
    .where(isKeyVisibleTo(actor));
  const networks = NETWORKS.filter((name) => keys.some((key) => key.network === name));
  const network = networks.find((name) => name === wanted) ?? networks[0];
  const ofNetwork = keys.flatMap((key) => (key.network === network ? key.id : []));
  return { keys, networks, network, ofNetwork };
}
