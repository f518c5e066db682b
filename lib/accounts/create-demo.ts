import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { type CreatedKey, createKey } from '@/lib/keys/create-key';
import type { Vault } from '@/lib/keys/vault';
import { createMerchant } from './create-merchant';

/**
 * The account public key of BIP 84's test vectors, with the version bytes of the test networks:
 * known to everyone, and good for regtest only, where coins are worth nothing.
 */
const DEMO_DESCRIPTOR =
  'wpkh(tpubDCxX2sYFS5bDkSe5GKKYHjBW7tgyN1R3UchpLJvdbf54ohxeGRtd8MbDUe1cguVHe4vnK68DsuD5MXjxi9EXx16rb9EnNsaF5KT99CinaJz/0/*)';

/** Servers that start together make one demo: any number that nothing else locks. */
const DEMO_LOCK = 7_270_013;

/** Gives an empty installation a merchant and a regtest key; undefined when it is not empty. */
export async function createDemo(db: Db, vault: Vault, now: Date): Promise<CreatedKey | undefined> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${DEMO_LOCK})`);
    const [any] = await tx.select({ id: merchant.id }).from(merchant).limit(1);
    if (any) return undefined;
    const owner = await createMerchant(tx, 'Demo shop', now);
    return createKey(
      tx,
      vault,
      {
        merchantId: owner.id,
        network: 'regtest',
        descriptor: DEMO_DESCRIPTOR,
        name: 'Demo key',
        allowCustomAddresses: true,
      },
      now,
    );
  });
}
