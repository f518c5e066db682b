import { and, eq, like } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { signingSecret } from '@/db/schema/accounts';
import { UNBOUND_VERSION, type Vault } from './vault';

/**
 * Binds the signing secrets that an earlier version stored to their keys, before anything reads one.
 * What this vault cannot decrypt stays as it is.
 */
export async function bindSigningSecrets(db: Db, vault: Vault): Promise<void> {
  const unbound = await db
    .select()
    .from(signingSecret)
    .where(like(signingSecret.ciphertext, `${UNBOUND_VERSION}.%`));
  for (const { id, apiKeyId, ciphertext } of unbound) {
    const bound = bind(vault, ciphertext, apiKeyId);
    if (bound === undefined) continue;
    await db
      .update(signingSecret)
      .set({ ciphertext: bound })
      .where(and(eq(signingSecret.id, id), eq(signingSecret.ciphertext, ciphertext)));
  }
}

function bind(vault: Vault, sealed: string, ownerId: string): string | undefined {
  try {
    return vault.bind(sealed, ownerId);
  } catch {
    return undefined;
  }
}
