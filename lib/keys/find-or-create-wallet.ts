import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { walletFingerprint } from '@/lib/bitcoin/derive';
import type { ReceiveDescriptor } from '@/lib/bitcoin/descriptor';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';

type Wallet = typeof wallet.$inferSelect;

/** The one wallet of a descriptor on a network, however the descriptor is written. */
export async function findOrCreateWallet(
  db: Db,
  network: Network,
  descriptor: ReceiveDescriptor,
  now: Date,
): Promise<Wallet> {
  const fingerprint = walletFingerprint(descriptor);
  const [created] = await db
    .insert(wallet)
    .values({
      id: newId('wallet'),
      network,
      descriptor: descriptor.canonical,
      fingerprint,
      createdAt: now,
    })
    .onConflictDoNothing({ target: [wallet.network, wallet.fingerprint] })
    .returning();
  if (created) return created;
  const [found] = await db
    .select()
    .from(wallet)
    .where(and(eq(wallet.network, network), eq(wallet.fingerprint, fingerprint)));
  if (!found) throw new Error('a wallet that could not be inserted must exist: none is deleted');
  return found;
}
