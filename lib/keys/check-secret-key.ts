import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, signingSecret } from '@/db/schema/accounts';
import { ADMIN_COMMAND } from '@/lib/own-commands.mjs';
import { isUnexpired } from './key-conditions';
import type { Vault } from './vault';

interface SecretKeyCheck {
  readonly readable: readonly string[];
  /** API keys without a readable signing secret, whose webhooks cannot be signed. */
  readonly unreadable: readonly string[];
}

async function checkSecretKey(db: Db, vault: Vault, now: Date): Promise<SecretKeyCheck> {
  const rows = await db
    .select({ id: apiKey.id, ciphertext: signingSecret.ciphertext })
    .from(signingSecret)
    .innerJoin(apiKey, eq(apiKey.id, signingSecret.ownerId))
    // Expired keys count, because they still sign the webhooks of their payments. Revoked keys do
    // not count, because they cannot get a new secret.
    .where(and(isNull(apiKey.revokedAt), isUnexpired(signingSecret.expiresAt, now)))
    .orderBy(asc(apiKey.createdAt), apiKey.id);
  const readable = new Set(rows.filter((row) => opens(vault, row)).map(({ id }) => id));
  const unreadable = new Set(rows.map(({ id }) => id).filter((id) => !readable.has(id)));
  return { readable: [...readable], unreadable: [...unreadable] };
}

function opens(vault: Vault, { id, ciphertext }: { id: string; ciphertext: string }): boolean {
  try {
    vault.open(ciphertext, id);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the API keys whose signing secrets the secret key cannot decrypt. Throws if it can
 * decrypt no signing secret: it is then the wrong key, and new secrets would be lost at the next
 * start with the right key.
 *
 * @throws Error with instructions
 */
export async function refuseWrongSecretKey(
  db: Db,
  vault: Vault,
  now: Date,
): Promise<readonly string[]> {
  const { readable, unreadable } = await checkSecretKey(db, vault, now);
  if (unreadable.length > 0 && readable.length === 0)
    throw new Error(wrongSecretKeyMessage(unreadable));
  return unreadable;
}

const NAMED = 20;

export function wrongSecretKeyMessage(unreadable: readonly string[]): string {
  const more = unreadable.length > NAMED ? ` and ${unreadable.length - NAMED} more` : '';
  return (
    'SECRET_KEY is not the one that this database was used with: the signing secrets of its keys ' +
    'cannot be read. Start with the key from before (SECRET_KEY, or the file secret-key in ' +
    `DATA_DIR). If it is lost, give each key a new signing secret, then start: ${ADMIN_COMMAND} ` +
    `secret rotate KEY_ID --overlap 0 --json, for ${unreadable.slice(0, NAMED).join(', ')}${more}.`
  );
}
