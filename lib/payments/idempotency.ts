import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { idempotency } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';

/** How long a key is remembered. */
export const IDEMPOTENCY_KEPT_MS = 30 * 86_400_000;

/** A client's wish that a request takes effect once, however often it is sent. */
export interface IdempotencyClaim {
  readonly apiKeyId: string;
  readonly route: string;
  /** The Idempotency-Key header. */
  readonly key: string;
  /** SHA-256 of the canonical JSON of the body. */
  readonly bodyHash: string;
}

/** An answer as it was, or will be, sent. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly location: string | null;
}

/**
 * The answer that was given to this key before.
 *
 * @throws Problem `idempotency_key_reused` when it was given to another body
 */
export async function earlierAnswer(
  db: Db,
  claim: IdempotencyClaim,
  now: Date,
): Promise<StoredAnswer | undefined> {
  const [row] = await db
    .select()
    .from(idempotency)
    .where(
      and(
        eq(idempotency.apiKeyId, claim.apiKeyId),
        eq(idempotency.route, claim.route),
        eq(idempotency.key, claim.key),
        gt(idempotency.createdAt, oldestKept(now)),
      ),
    );
  if (!row) return undefined;
  if (row.bodyHash !== claim.bodyHash) {
    throw new Problem(
      'idempotency_key_reused',
      'This Idempotency-Key was first used with another body. Use a new key for a new request.',
    );
  }
  return { status: row.responseStatus, body: row.responseBody, location: row.location };
}

/**
 * Takes the right to answer this key until the transaction ends, or gives the earlier answer.
 *
 * @throws Problem `idempotency_in_progress` while another transaction holds that right
 */
export async function claimAnswer(
  tx: Db,
  claim: IdempotencyClaim,
  now: Date,
): Promise<StoredAnswer | undefined> {
  const name = JSON.stringify([claim.apiKeyId, claim.route, claim.key]);
  const [row] = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as free`,
  );
  if (!row?.free) {
    throw new Problem(
      'idempotency_in_progress',
      'The first request with this Idempotency-Key is still running. Send the same request again.',
      { retryAfterSeconds: 1 },
    );
  }
  return earlierAnswer(tx, claim, now);
}

/** Remembers an answer, in the transaction of what it tells. A key that was forgotten is free. */
export async function rememberAnswer(
  tx: Db,
  claim: IdempotencyClaim,
  answer: StoredAnswer,
  now: Date,
): Promise<void> {
  const values = {
    bodyHash: claim.bodyHash,
    responseStatus: answer.status,
    responseBody: answer.body,
    location: answer.location,
    createdAt: now,
  };
  await tx
    .insert(idempotency)
    .values({ apiKeyId: claim.apiKeyId, route: claim.route, key: claim.key, ...values })
    .onConflictDoUpdate({
      target: [idempotency.apiKeyId, idempotency.route, idempotency.key],
      set: values,
      setWhere: lte(idempotency.createdAt, oldestKept(now)),
    });
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_KEPT_MS);
}
