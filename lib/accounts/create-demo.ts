import { and, eq, notInArray, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, lock } from '@/db/locks';
import { merchant } from '@/db/schema/accounts';
import { appUser, membership } from '@/db/schema/people';
import { OPERATOR } from '@/lib/domain/actor';
import { randomBase62 } from '@/lib/domain/ids';
import { type CreatedKey, createKey } from '@/lib/keys/create-key';
import type { Vault } from '@/lib/keys/vault';
import { createMerchant } from './create-merchant';
import { addMember, createUser } from './create-user';
import { hashPassword } from './hash-password';

/**
 * The account key of BIP 84's test vectors, with the version bytes of the test networks. BIP 84
 * publishes the private key too, so only regtest uses the key, where coins have no value.
 */
const DEMO_DESCRIPTOR =
  'wpkh(tpubDCxX2sYFS5bDkSe5GKKYHjBW7tgyN1R3UchpLJvdbf54ohxeGRtd8MbDUe1cguVHe4vnK68DsuD5MXjxi9EXx16rb9EnNsaF5KT99CinaJz/0/*)';

export const DEMO_EMAIL = 'demo@localhost';
const PASSWORD_LENGTH = 16;

export interface Demo extends CreatedKey {
  readonly email: string;
  /** Cannot be shown again, because the server stores only a hash. */
  readonly password: string;
}

/**
 * Creates the demo shop with an owner and a regtest key, if the installation has no merchant yet.
 *
 * @param keep stores the secrets, which cannot be read again. If it throws, nothing is created.
 * @returns undefined when the installation already has a merchant
 */
export async function createDemo(
  db: Db,
  vault: Vault,
  now: Date,
  keep: (demo: Demo) => void = () => {},
): Promise<Demo | undefined> {
  const password = randomBase62(PASSWORD_LENGTH);
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    await lock(tx, LOCK_NAMES.demo);
    const [any] = await tx.select({ id: merchant.id }).from(merchant).limit(1);
    if (any) return undefined;
    const { id: merchantId } = await createMerchant(tx, 'Demo shop', now);
    const userId = await createUser(tx, { email: DEMO_EMAIL, passwordHash, demo: true }, now);
    await addMember(tx, { merchantId, userId, role: 'owner' }, now);
    const key = await createKey(
      tx,
      vault,
      OPERATOR,
      {
        merchantId,
        network: 'regtest',
        descriptor: DEMO_DESCRIPTOR,
        name: 'Demo key',
        allowCustomAddresses: true,
      },
      now,
    );
    const demo = { ...key, email: DEMO_EMAIL, password };
    keep(demo);
    return demo;
  });
}

export async function hasDemo(db: Db): Promise<boolean> {
  return (await db.$count(appUser, eq(appUser.demo, true))) > 0;
}

export function isNotDemoShop(db: Db): SQL {
  const demos = db
    .select({ id: membership.merchantId })
    .from(membership)
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    // The demo user joined the demo shop when both were created, and any other shop later.
    .where(and(eq(appUser.demo, true), eq(membership.createdAt, appUser.createdAt)));
  return notInArray(merchant.id, demos);
}
