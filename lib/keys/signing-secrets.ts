import { randomBytes } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { newId } from '@/lib/domain/ids';
import type { Vault } from './vault';

/** Limit of a key's or endpoint's valid secrets. Each adds a signature to two headers. */
export const MAX_VALID_SECRETS = 5;

/**
 * Stores a webhook signing secret, encrypted. By default, `plain` is a new one: `whsec_` and 32
 * random bytes in base64.
 */
export async function storeSigningSecret(
  tx: Db,
  vault: Vault,
  ownerId: string,
  now: Date,
  plain = `whsec_${randomBytes(32).toString('base64')}`,
): Promise<string> {
  await tx.insert(signingSecret).values({
    id: newId('signingSecret'),
    ownerId,
    ciphertext: vault.seal(plain, ownerId),
    createdAt: now,
  });
  return plain;
}

/** Overwrites the only signing secret of an owner, so that the owner always has exactly one. */
export async function overwriteSigningSecret(
  tx: Db,
  vault: Vault,
  ownerId: string,
  now: Date,
  plain: string,
): Promise<void> {
  const replaced = { ciphertext: vault.seal(plain, ownerId), createdAt: now };
  await tx.update(signingSecret).set(replaced).where(eq(signingSecret.ownerId, ownerId));
}

/**
 * Returns the valid signing secrets of a key or an endpoint in plain text, newest first. Secrets
 * that cannot be decrypted are omitted.
 */
export async function activeSigningSecrets(
  db: Db,
  vault: Vault,
  ownerId: string,
  now: Date,
): Promise<string[]> {
  return openSigningSecrets(vault, ownerId, await readSealed(db, ownerId, now));
}

/**
 * Returns the newest signing secret of a key in plain text; undefined for a key without one.
 *
 * @throws Error as {@link Vault.open}
 */
export async function newestSigningSecret(
  db: Db,
  vault: Vault,
  ownerId: string,
  now: Date,
): Promise<string | undefined> {
  const [newest] = await readSealed(db, ownerId, now);
  return newest === undefined ? undefined : vault.open(newest, ownerId);
}

/**
 * Decrypts the secrets of a key or an endpoint, in order. Secrets that cannot be decrypted, such as
 * after the secret key was lost, are omitted, because the others still sign.
 */
export function openSigningSecrets(
  vault: Vault,
  ownerId: string,
  sealed: readonly string[],
  onUnreadable: (error: unknown) => void = () => {},
): string[] {
  return sealed.flatMap((one) => {
    try {
      return vault.open(one, ownerId);
    } catch (error) {
      onUnreadable(error);
      return [];
    }
  });
}

async function readSealed(db: Db, ownerId: string, now: Date): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await db.execute<{ sealed: string[] }>(
    sql`select ${encryptedSecretsSql(sql`${ownerId}`, at)} as sealed`,
  );
  return row?.sealed ?? [];
}

/** Returns SQL for the array of an owner's valid signing secrets, still encrypted. */
export function encryptedSecretsSql(ownerId: SQL, at: SQL): SQL {
  return sql`array(
    select s.ciphertext from signing_secret s
    where s.owner_id = ${ownerId} and (s.expires_at is null or s.expires_at > ${at})
    order by s.expires_at desc nulls first, s.created_at desc limit ${sql.raw(String(MAX_VALID_SECRETS))}
  )`;
}
