import type { Db } from '@/db/client';
import { totpFactor } from '@/db/schema/factors';
import { newTotpSecret } from '@/lib/accounts/factors/totp';
import { testVault } from './factories';

export async function setUpTotp(db: Db, userId: string): Promise<string> {
  const secret = newTotpSecret();
  const at = new Date();
  const ciphertext = testVault.seal(secret, userId);
  await db.insert(totpFactor).values({ userId, ciphertext, createdAt: at, confirmedAt: at });
  return secret;
}
