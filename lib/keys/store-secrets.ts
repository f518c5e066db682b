import { randomBytes } from 'node:crypto';
import type { Db } from '@/db/client';
import { apiKeySecret, signingSecret } from '@/db/schema/accounts';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';
import { hashKey } from './hash-key';
import { displayPrefix, newApiKey } from './key-format';
import type { Vault } from './vault';

/** Makes a secret for an API key and stores its hash. The plaintext is returned here only. */
export async function storeKeySecret(
  db: Db,
  apiKeyId: string,
  network: Network,
  now: Date,
): Promise<string> {
  const plain = newApiKey(network);
  await db.insert(apiKeySecret).values({
    id: newId('secret'),
    apiKeyId,
    hash: hashKey(plain),
    prefix: displayPrefix(plain),
    createdAt: now,
  });
  return plain;
}

/** Makes a webhook signing secret (`whsec_` and 32 random bytes in base64), stored sealed. */
export async function storeSigningSecret(
  db: Db,
  vault: Vault,
  apiKeyId: string,
  now: Date,
): Promise<string> {
  const plain = `whsec_${randomBytes(32).toString('base64')}`;
  await db.insert(signingSecret).values({
    id: newId('signingSecret'),
    apiKeyId,
    ciphertext: vault.seal(plain),
    createdAt: now,
  });
  return plain;
}
