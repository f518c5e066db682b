import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { deleteOlder } from '@/db/delete-older';
import { lockNumber } from '@/db/lock-number';
import { prepared } from '@/db/prepared';
import { idempotency } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import type { PaymentRow } from './payment-row';

/** How long a key is remembered. */
const KEPT_MS = 30 * 86_400_000;

/** A create with an Idempotency-Key, which takes effect once however often it is sent. */
export interface IdempotencyClaim {
  readonly apiKeyId: string;
  /** Method and path. */
  readonly route: string;
  /** The Idempotency-Key header: no line break. */
  readonly key: string;
  /** SHA-256 of the canonical JSON of the body, hex. */
  readonly bodyHash: string;
}

/** A claim by its hashes, in hex. */
export interface HashedClaim extends Pick<IdempotencyClaim, 'bodyHash'> {
  /** SHA-256 of API key, route and key: the key is found by it. */
  readonly hash: string;
}

/** Claims by the ids of the payments that they are to create. */
export type Claims = ReadonlyMap<string, HashedClaim>;

/** Instead of a new payment: the id of the payment of an earlier request, or a refusal. */
export type Settled = { readonly earlierId: string } | Problem;

/** Made once for each request: the rest of a create works with the hashes alone. */
export function hashedClaim({ apiKeyId, route, key, bodyHash }: IdempotencyClaim): HashedClaim {
  const hash = createHash('sha256').update(`${apiKeyId}\n${route}\n${key}`).digest('hex');
  return { hash, bodyHash };
}

/** The claims of these payments, in the form that {@link CLAIM} reads. */
export function claimsJson(
  claims: Claims,
  payments: readonly Pick<PaymentRow, 'id' | 'createdAt'>[],
): string {
  const found = payments.flatMap(({ id, createdAt }) => {
    const claim = claims.get(id);
    if (!claim) return [];
    const { hash, bodyHash } = claim;
    return { payment_id: id, hash, body_hash: bodyHash, oldest: oldestKept(createdAt) };
  });
  return JSON.stringify(found);
}

const claimAndRefused = (isFree: SQL) => sql`
  claim as materialized (
    select c.payment_id, decode(c.hash, 'hex') as hash, decode(c.body_hash, 'hex') as body_hash,
      known.payment_id as earlier, known.body_hash = decode(c.body_hash, 'hex') as same_body,
      known.created_at <= c.oldest as expired, ${isFree} as free
    from json_to_recordset(${sql.placeholder('claims')}::json)
      as c(payment_id text, hash text, body_hash text, oldest timestamptz)
    left join lateral (
      select * from ${idempotency} where hash = decode(c.hash, 'hex') limit 1
    ) known on true
  ),
  refused as (select * from claim where earlier is not null or not free)`;

/**
 * First part of a statement that inserts payments. It must insert none when `refused` has a row: a
 * claim whose key is known, or locked by another transaction. A key that was committed after the
 * statement began is not seen here and fails the statement: see {@link isClaimedMeanwhile}.
 */
export const CLAIM = claimAndRefused(sql`pg_try_advisory_xact_lock(${lockNumber(sql`c.hash`)})`);

/** Part of the same statement, after `inserted`, which has the ids of the new payments. */
export const REMEMBER = sql`
  remembered as (
    insert into ${idempotency} (hash, body_hash, payment_id, created_at)
    select claim.hash, claim.body_hash, inserted.id, inserted.created_at
    from inserted join claim on claim.payment_id = inserted.id
  )`;

/** A row of `refused`. */
export interface RefusedRow {
  /** The id of the payment that was to be created. */
  readonly id: string;
  /** The payment of the key; null while another transaction has locked it. */
  readonly earlier: string | null;
  readonly same_body: boolean | null;
  readonly expired: boolean | null;
}

/** By the ids of their payments; without those whose key has expired, which is deleted. */
export async function settleRefused(
  db: Db,
  refused: readonly RefusedRow[],
  claims: string,
): Promise<ReadonlyMap<string, Settled>> {
  if (refused.some(({ expired }) => expired)) await forgetExpired(db, { claims });
  const current = refused.filter(({ expired }) => !expired);
  return new Map(
    current.map(({ id, earlier, same_body }) => {
      if (earlier === null) return [id, inProgress()];
      return [id, same_body ? { earlierId: earlier } : reused()];
    }),
  );
}

const forgetExpired = prepared(sql`
  delete from ${idempotency} known
  using json_to_recordset(${sql.placeholder('claims')}::json) as c(hash text, oldest timestamptz)
  where known.hash = decode(c.hash, 'hex') and known.created_at <= c.oldest
`);

/**
 * What these claims lead to without an insert, whether or not another transaction has locked them.
 *
 * @param claims in the form of {@link claimsJson}
 * @returns without those that may create their payment
 */
export async function settleClaims(db: Db, claims: string): Promise<ReadonlyMap<string, Settled>> {
  return settleRefused(db, await findRefused(db, { claims }), claims);
}

const findRefused = prepared<RefusedRow>(sql`
  with ${claimAndRefused(sql`true`)} select payment_id as id, earlier, same_body, expired from refused
`);

/** Whether a statement failed because one of its keys was committed after it began. */
export function isClaimedMeanwhile(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint_name' in cause) return cause.constraint_name === 'idempotency_pkey';
  }
  return false;
}

/**
 * Deletes Idempotency-Keys older than 30 days.
 *
 * @returns the number of deleted keys
 */
export function pruneIdempotency(db: Db, now: Date): Promise<number> {
  return deleteOlder(db, idempotency, idempotency.createdAt, oldestKept(now));
}

/** The refusal while another request with the key runs. */
export function inProgress(): Problem {
  return new Problem(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Send the same request again.',
    { retryAfterSeconds: 1 },
  );
}

function reused(): Problem {
  return new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was first used with another body. Use a new key for a new request.',
  );
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
