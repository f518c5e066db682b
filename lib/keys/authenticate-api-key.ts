import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, apiKeySecret, wallet } from '@/db/schema/accounts';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { inIpRange, parseIp, parseIpRange } from '@/lib/net/ip-range';
import { isUnexpired, isUsableKey } from './key-conditions';
import { hashKey, isApiKey } from './key-format';
import { KEY_ACTOR_COLUMNS, keyActorOf } from './require-usable-key';
import { requireIntact } from './seal';

const LAST_USED_GRAIN_MS = 60_000;
const MAX_HEADER_LENGTH = 200;

/**
 * Returns the actor whose API key an Authorization header contains (RFC 6750). Unknown, expired and
 * revoked keys get the same response after the same work.
 *
 * @param onKnown called with the id of a known key, even if it is expired, rotated out or revoked
 * @throws Problem `unauthorized`; the problems of {@link keyActorOf}
 */
export async function authenticateApiKey(
  db: Db,
  authorization: string | undefined,
  now: Date,
  onKnown?: (apiKeyId: string) => void,
): Promise<ApiKeyActor> {
  const token = authorization === undefined ? undefined : bearerToken(authorization);
  if (token === undefined) {
    throw new Problem('unauthorized', 'Send your API key as "Authorization: Bearer <API key>".');
  }
  if (!isApiKey(token)) throw invalidKey();
  const [found] = await findKey(db).execute({ hash: hashKey(token), now: now.toISOString() });
  if (found) onKnown?.(found.key.apiKeyId);
  if (!found?.usable) throw invalidKey();
  requireIntact('api_key_secret', found.secret);
  const actor = keyActorOf(found.key);
  if (!found.lastUsedAt || now.getTime() - found.lastUsedAt.getTime() >= LAST_USED_GRAIN_MS) {
    // The time of use is stored without waiting, because a lost write is harmless.
    void touch(db, found.key.apiKeyId, now).catch(() => undefined);
  }
  return actor;
}

function bearerToken(authorization: string): string | undefined {
  if (authorization.length > MAX_HEADER_LENGTH) return undefined;
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

const prepared = new WeakMap<Db, ReturnType<typeof prepareFind>>();

/** The query runs at every request, so its statement is prepared only once per database. */
function findKey(db: Db) {
  const known = prepared.get(db);
  if (known) return known;
  const made = prepareFind(db);
  prepared.set(db, made);
  return made;
}

function prepareFind(db: Db) {
  const now = sql.placeholder('now');
  const { hash, apiKeyId, seal } = apiKeySecret;
  return db
    .select({
      lastUsedAt: apiKey.lastUsedAt,
      usable: sql<boolean>`(${and(isUnexpired(apiKeySecret.expiresAt, now), isUsableKey(now))})`,
      key: KEY_ACTOR_COLUMNS,
      secret: { hash, apiKeyId, seal },
    })
    .from(apiKeySecret)
    .innerJoin(apiKey, eq(apiKey.id, apiKeySecret.apiKeyId))
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(eq(apiKeySecret.hash, sql.placeholder('hash')))
    .prepare('find_key');
}

async function touch(db: Db, apiKeyId: string, now: Date): Promise<void> {
  const grainAgo = new Date(now.getTime() - LAST_USED_GRAIN_MS);
  await db
    .update(apiKey)
    .set({ lastUsedAt: now })
    .where(
      and(eq(apiKey.id, apiKeyId), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, grainAgo))),
    );
}

function invalidKey(): Problem {
  return new Problem(
    'unauthorized',
    'This API key is not valid: it is mistyped, unknown, expired, rotated out or revoked.',
  );
}

/**
 * Refuses an address outside of a key's ranges; a key without ranges accepts every address.
 *
 * @throws Problem `ip_not_allowed`
 */
export function requireAllowedIp(ranges: readonly string[], client: string): void {
  if (ranges.length === 0) return;
  const address = parseIp(client);
  const allowed = ranges.some((text) => {
    const range = parseIpRange(text);
    return address && range && inIpRange(address, range);
  });
  if (allowed) return;
  throw new Problem(
    'ip_not_allowed',
    `This API key may not be used from ${client}. Add the address to the key's allowed addresses, or send the request from one of them.`,
  );
}
