import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import { greenfieldKey } from '@/db/schema/greenfield';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { authenticateApiKey } from '@/lib/keys/authenticate-api-key';
import { isUsableKey } from '@/lib/keys/key-conditions';
import { hashKey, isApiKey } from '@/lib/keys/key-format';
import { KEY_ACTOR_COLUMNS, keyActorOf } from '@/lib/keys/require-usable-key';
import { requireIntact } from '@/lib/keys/seal';
import { ALL_PERMISSIONS, isPermission, type Permission } from './permissions';

/** The actor of a request to BTCPay's API: the store whose key authenticated it. */
export interface StoreActor extends ApiKeyActor {
  /** The key in plain text, because BTCPay's API can return it to the plugin. */
  readonly token: string;
  /** The paired plugin's own name, or the name of the API key. */
  readonly label: string;
  readonly permissions: readonly Permission[];
  /** The pairing that created the key; null for an API key of this server. */
  readonly pairingId: string | null;
}

const LAST_USED_GRAIN_MS = 60_000;
const MAX_HEADER_LENGTH = 200;

/**
 * Returns the store whose key an Authorization header contains. Either a pairing created the key,
 * or it is an API key of this server, which has every permission. Unknown and revoked keys get the
 * same response.
 *
 * @param onKnown called with the store and the pairing of a known key, even if it is revoked
 * @throws Problem `unauthorized`
 */
export async function authenticateStore(
  db: Db,
  authorization: string | undefined,
  now: Date,
  onKnown: (apiKeyId: string, pairingId: string | null) => void,
): Promise<StoreActor> {
  const token = tokenIn(authorization);
  if (token === undefined || !isApiKey(token)) throw notAuthenticated();
  const paired = await findPaired(db, token, now);
  if (paired) {
    onKnown(paired.key.apiKeyId, paired.pairingId);
    if (!paired.usable) throw notAuthenticated();
    requireIntact('greenfield_key', paired.secret);
    const actor = keyActorOf(paired.key);
    if (!paired.lastUsedAt || now.getTime() - paired.lastUsedAt.getTime() >= LAST_USED_GRAIN_MS) {
      // The request does not wait for this write, because losing it is harmless.
      void touch(db, paired.pairingId, now).catch(() => undefined);
    }
    const { label, permissions, pairingId } = paired;
    const granted = permissions.filter(isPermission);
    return { ...actor, token, label, permissions: granted, pairingId };
  }
  const actor = await authenticateApiKey(db, `Bearer ${token}`, now, (id) => onKnown(id, null));
  return { ...actor, token, label: actor.name, permissions: ALL_PERMISSIONS, pairingId: null };
}

function tokenIn(authorization = ''): string | undefined {
  if (authorization.length > MAX_HEADER_LENGTH) return undefined;
  return /^(?:token|bearer) +(\S+)$/i.exec(authorization)?.[1];
}

async function findPaired(db: Db, token: string, now: Date) {
  const [found] = await db
    .select({
      key: KEY_ACTOR_COLUMNS,
      secret: {
        hash: greenfieldKey.hash,
        apiKeyId: greenfieldKey.apiKeyId,
        seal: greenfieldKey.seal,
      },
      pairingId: greenfieldKey.id,
      label: greenfieldKey.label,
      permissions: greenfieldKey.permissions,
      lastUsedAt: greenfieldKey.lastUsedAt,
      usable: sql<boolean>`(${and(isNull(greenfieldKey.revokedAt), isUsableKey(now))})`,
    })
    .from(greenfieldKey)
    .innerJoin(apiKey, eq(apiKey.id, greenfieldKey.apiKeyId))
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(eq(greenfieldKey.hash, hashKey(token)));
  return found;
}

async function touch(db: Db, pairingId: string, now: Date): Promise<void> {
  const grainAgo = new Date(now.getTime() - LAST_USED_GRAIN_MS);
  const { id, lastUsedAt } = greenfieldKey;
  await db
    .update(greenfieldKey)
    .set({ lastUsedAt: now })
    .where(and(eq(id, pairingId), or(isNull(lastUsedAt), lt(lastUsedAt, grainAgo))));
}

function notAuthenticated(): Problem {
  return new Problem(
    'unauthorized',
    'Send a key of this store as "Authorization: token <key>": this one is missing, mistyped or revoked.',
  );
}
