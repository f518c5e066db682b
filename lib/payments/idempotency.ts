import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { advisoryLockKey } from '@/db/advisory-lock-key';
import type { Db } from '@/db/client';
import { deleteOlderRows } from '@/db/delete-older-rows';
import { SET_IDLE_TIMEOUT_SQL } from '@/db/locks';
import { prepareStatement } from '@/db/prepare-statement';
import { paymentExtra } from '@/db/schema/extras';
import { idempotency } from '@/db/schema/idempotency';
import { payment } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import { alteredRowProblem, isIntact } from '@/lib/keys/seal';
import { extraColumns, type PaymentExtra } from './payment-extra';
import { type PaymentRow, resetToCreation } from './payment-row';

const KEPT_MS = 30 * 86_400_000;

export interface KeyedRequest {
  readonly apiKeyId: string;
  /** Method and path. */
  readonly route: string;
  /** The header's value, without line breaks. */
  readonly key: string;
  /** SHA-256 of the body's canonical JSON, hex. */
  readonly bodyHash: string;
}

export interface IdempotencyKey extends Pick<KeyedRequest, 'bodyHash'> {
  /** SHA-256 of API key, route and Idempotency-Key. */
  readonly hash: string;
  readonly sentAt: Date;
}

export function idempotencyKey(
  { apiKeyId, route, key, bodyHash }: KeyedRequest,
  sentAt: Date,
): IdempotencyKey {
  const hash = createHash('sha256').update(`${apiKeyId}\n${route}\n${key}`).digest('hex');
  return { hash, bodyHash, sentAt };
}

export interface CreatedPayment {
  /** As it was created, even if it has changed since. */
  readonly payment: PaymentRow;
  readonly extra: PaymentExtra | null;
  /** Whether an earlier request with the same Idempotency-Key created the payment. */
  readonly replayed: boolean;
}

/**
 * Returns the payments of earlier requests with these keys. A key maps to a refusal if the body
 * differs, or if the payment was changed in the database. New keys are left out.
 */
export async function findEarlierResults(
  db: Db,
  keys: readonly IdempotencyKey[],
): Promise<ReadonlyMap<IdempotencyKey, CreatedPayment | Problem>> {
  if (keys.length === 0) return new Map();
  const given = keys.map((key, n) => ({ ...key, n, oldest: keptSince(key.sentAt) }));
  const rows = await findKeys(db, { keys: JSON.stringify(given) });
  const created = await readPaymentsAsCreated(
    db,
    rows.map((row) => row.payment_id),
  );
  const earlier = new Map<IdempotencyKey, CreatedPayment | Problem>();
  for (const { n, same_body, payment_id } of rows) {
    const key = keys[n];
    const made = created.get(payment_id);
    if (!key || !made)
      throw new Error('an Idempotency-Key has no payment, although none is ever deleted');
    const isSame = same_body && isIntact('payment', made.payment);
    const refusal = same_body ? alteredRowProblem({ kind: 'payment', id: payment_id }) : reused();
    earlier.set(key, isSame ? { ...made, replayed: true } : refusal);
  }
  return earlier;
}

/** With the `limit`, PostgreSQL uses the index even while the table is small. */
const findKeys = prepareStatement<{ n: number; same_body: boolean; payment_id: string }>(sql`
  select n, known.body_hash = decode("bodyHash", 'hex') as same_body, known.payment_id
  from json_to_recordset(${sql.placeholder('keys')}::json)
    as given(n int, hash text, "bodyHash" text, oldest timestamptz),
  lateral (
    select * from ${idempotency} where hash = decode(given.hash, 'hex') limit 1
  ) known
  where known.created_at > oldest`);

/**
 * Returns the refund that an earlier request with this key created.
 *
 * @throws Problem `idempotency_key_reused` if the bodies differ
 */
export async function findEarlierRefund(
  tx: Db,
  { hash, bodyHash, sentAt }: IdempotencyKey,
): Promise<string | undefined> {
  const [known] = await tx
    .select({
      refundId: idempotency.refundId,
      isSame: sql<boolean>`${idempotency.bodyHash} = decode(${bodyHash}, 'hex')`,
    })
    .from(idempotency)
    .where(
      and(
        sql`${idempotency.hash} = decode(${hash}, 'hex')`,
        gt(idempotency.createdAt, keptSince(sentAt)),
      ),
    );
  if (known && !known.isSame) throw reused();
  return known?.refundId ?? undefined;
}

/** Returns payments as they were created, by id. */
export async function readPaymentsAsCreated(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Omit<CreatedPayment, 'replayed'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ row: payment, extra: extraColumns })
    .from(payment)
    .leftJoin(paymentExtra, eq(paymentExtra.paymentId, payment.id))
    .where(inArray(payment.id, ids));
  return new Map(rows.map(({ row, extra }) => [row.id, { payment: resetToCreation(row), extra }]));
}

/**
 * Locks keys until the transaction ends, without waiting. Later statements see what earlier holders
 * of these keys committed.
 *
 * @returns the hashes of the locked keys
 */
export async function tryLockIdempotencyKeys(
  tx: Db,
  keys: readonly IdempotencyKey[],
): Promise<ReadonlySet<string>> {
  const rows = await tryKeys(tx, { hashes: keys.map(({ hash }) => hash) });
  return new Set(rows.flatMap(({ hash, free }) => (free ? [hash] : [])));
}

const tryKeys = prepareStatement<{ hash: string; free: boolean }>(sql`
  select given as hash, pg_try_advisory_xact_lock(${advisoryLockKey(sql`given`)}) as free,
    ${SET_IDLE_TIMEOUT_SQL}
  from unnest(${sql.placeholder('hashes')}::text[]) given`);

/** Stores keys that this transaction has locked. An expired key is replaced. */
export async function storeIdempotencyKeys(
  tx: Db,
  keys: readonly (IdempotencyKey & { readonly paymentId: string; readonly refundId?: string })[],
): Promise<void> {
  await insertKeys(tx, { keys: JSON.stringify(keys) });
}

const insertKeys = prepareStatement(sql`
  insert into ${idempotency} (hash, body_hash, payment_id, refund_id, created_at)
  select decode(hash, 'hex'), decode("bodyHash", 'hex'), "paymentId", "refundId", "sentAt"
  from json_to_recordset(${sql.placeholder('keys')}::json)
    as used(hash text, "bodyHash" text, "paymentId" text, "refundId" text, "sentAt" timestamptz)
  on conflict (hash) do update
  set body_hash = excluded.body_hash, payment_id = excluded.payment_id,
    refund_id = excluded.refund_id, created_at = excluded.created_at`);

export function pruneIdempotency(db: Db, now: Date): Promise<number> {
  return deleteOlderRows(db, idempotency, idempotency.createdAt, keptSince(now));
}

export function inProgressProblem(): Problem {
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

function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}
