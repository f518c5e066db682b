import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { userIdentity } from '@/db/schema/people';

interface Provider {
  readonly id: string;
  /** For OpenID Connect servers; without a slash at its end. */
  readonly issuer?: string;
}

/**
 * The name under which the identities of a provider are stored. The id of a user (`sub`) is unique
 * only within its issuer (OpenID Connect Core 5.7).
 */
export function identityProvider({ id, issuer }: Provider): string {
  return issuer === undefined ? id : `${id} ${issuer}`;
}

/**
 * Binds the identities that an earlier version stored without their issuer to the one that is
 * configured now, before anyone signs in.
 */
export async function bindIdentities(db: Db, providers: readonly Provider[]): Promise<void> {
  for (const provider of providers) {
    if (provider.issuer === undefined) continue;
    // An earlier version that runs again can store an identity twice; none may stay unbound.
    await db.execute(sql`
      with unbound as (
        delete from ${userIdentity} where provider = ${provider.id}
        returning subject, user_id, created_at
      )
      insert into ${userIdentity} (provider, subject, user_id, created_at)
      select ${identityProvider(provider)}, subject, user_id, created_at from unbound
      on conflict do nothing`);
  }
}
