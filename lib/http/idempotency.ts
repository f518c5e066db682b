import { lt, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { lockNumber } from '@/db/lock-number';
import { ENDS_WHEN_FROZEN } from '@/db/locks';
import { prepared } from '@/db/prepared';
import { idempotency } from '@/db/schema/payments';
import { Problem } from '@/lib/domain/problems';
import type { PaymentRow } from '@/lib/payments/payment-row';
import type { Companion, CompanionKind, Made } from '@/lib/payments/wallet-queue';

/** How long the answer to a key is stored. */
const KEPT_MS = 30 * 86_400_000;

/** A request with an Idempotency-Key, which takes effect once however often it is sent. */
export interface IdempotencyClaim {
  readonly apiKeyId: string;
  readonly route: string;
  /** The Idempotency-Key header. */
  readonly key: string;
  /** SHA-256 of the canonical JSON of the body. */
  readonly bodyHash: string;
}

/** An answer as stored and sent. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly location: string | null;
}

/** A claim at a moment, which decides whether an earlier answer has expired. */
interface Claimed {
  readonly claim: IdempotencyClaim;
  readonly now: Date;
}

/**
 * The earlier answer to this key.
 *
 * @throws Problem `idempotency_key_reused` when it answered another body
 */
export async function earlierAnswer(
  db: Db,
  claim: IdempotencyClaim,
  now: Date,
): Promise<StoredAnswer | undefined> {
  const [earlier] = await earlierAnswers(db, [{ claim, now }]);
  if (earlier instanceof Problem) throw earlier;
  return earlier;
}

/**
 * Stores the answer to a claim in the transaction of its payment. That transaction also locks the
 * key, so that of concurrent equal requests only one creates a payment; the others get its answer,
 * `idempotency_in_progress` or `idempotency_key_reused`.
 */
export function rememberAnswer(
  claim: IdempotencyClaim,
  now: Date,
  answerOf: (payment: PaymentRow) => StoredAnswer,
): Companion<StoredAnswer> {
  return { kind: REMEMBERED, item: { claim, now, answerOf } satisfies Remembered };
}

interface Remembered extends Claimed {
  readonly answerOf: (payment: PaymentRow) => StoredAnswer;
}

const REMEMBERED: CompanionKind<StoredAnswer> = {
  claim: claimAnswers,
  async write(tx, made: readonly Made<Remembered>[]) {
    const rows = made.map(({ item: { claim, now, answerOf }, payment }) => {
      const { status, body, location } = answerOf(payment);
      return {
        ...columnsOf(claim),
        body_hash: claim.bodyHash,
        response_status: status,
        response_body: body,
        location,
        created_at: now,
      };
    });
    const kept = await insertRows(tx, { rows: JSON.stringify(rows) });
    if (kept.length < rows.length) throw new Error('an Idempotency-Key was not locked exclusively');
  },
};

/**
 * Locks each of these keys until the transaction ends. Of equal keys, the first claim gets the
 * lock.
 *
 * @returns for each claim, in order: undefined when it has the lock, else the earlier answer or the
 *   refusal
 */
export async function claimAnswers(
  tx: Db,
  claims: readonly Claimed[],
): Promise<readonly (StoredAnswer | Problem | undefined)[]> {
  const names = claims.map(({ claim }) => JSON.stringify(Object.values(columnsOf(claim))));
  const locks = await lockNames(tx, { names: JSON.stringify(names) });
  // In a separate statement, to see the answer that the last holder of a lock has written.
  const earlier = await earlierAnswers(tx, claims);
  return earlier.map((answer, n) => {
    const holds = locks[n]?.free && names.indexOf(names[n] ?? '') === n;
    return answer ?? (holds ? undefined : inProgress());
  });
}

/** Deletes Idempotency-Keys older than 30 days. */
export async function pruneIdempotency(db: Db, now: Date): Promise<void> {
  await db.delete(idempotency).where(lt(idempotency.createdAt, oldestKept(now)));
}

async function earlierAnswers(
  db: Db,
  claims: readonly Claimed[],
): Promise<(StoredAnswer | Problem | undefined)[]> {
  const rows = await findRows(db, {
    claims: JSON.stringify(
      claims.map(({ claim, now }) => ({ ...columnsOf(claim), oldest: oldestKept(now) })),
    ),
  });
  const found = new Map(rows.map((row) => [Number(row.place), row]));
  return claims.map(({ claim }, n) => {
    const row = found.get(n + 1);
    if (!row) return undefined;
    if (row.body_hash !== claim.bodyHash) return reused();
    return { status: row.response_status, body: row.response_body, location: row.location };
  });
}

const columnsOf = ({ apiKeyId, route, key }: IdempotencyClaim) => ({
  api_key_id: apiKeyId,
  route,
  key,
});

function reused(): Problem {
  return new Problem(
    'idempotency_key_reused',
    'This Idempotency-Key was first used with another body. Use a new key for a new request.',
  );
}

function inProgress(): Problem {
  return new Problem(
    'idempotency_in_progress',
    'The first request with this Idempotency-Key is still running. Send the same request again.',
    { retryAfterSeconds: 1 },
  );
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

const lockNames = prepared<{ readonly free: boolean }>(sql`
  select ${ENDS_WHEN_FROZEN}, pg_try_advisory_xact_lock(${lockNumber(sql`name`)}) as free
  from jsonb_array_elements_text(${sql.placeholder('names')}::jsonb)
    with ordinality as named(name, place)
  order by place
`);

interface FoundRow {
  readonly place: string;
  readonly body_hash: string;
  readonly response_status: number;
  readonly response_body: string;
  readonly location: string | null;
}

const findRows = prepared<FoundRow>(sql`
  select claim.place, known.body_hash, known.response_status, known.response_body, known.location
  from rows from (
    jsonb_to_recordset(${sql.placeholder('claims')}::jsonb)
      as (api_key_id text, route text, key text, oldest timestamptz)
  ) with ordinality as claim(api_key_id, route, key, oldest, place)
  join ${idempotency} known using (api_key_id, route, key)
  where known.created_at > claim.oldest
`);

const insertRows = prepared(sql`
  insert into ${idempotency} as known
  select row.* from jsonb_populate_recordset(null::idempotency, ${sql.placeholder('rows')}::jsonb) row
  on conflict (api_key_id, route, key) do update set
    body_hash = excluded.body_hash, response_status = excluded.response_status,
    response_body = excluded.response_body, location = excluded.location,
    created_at = excluded.created_at
  -- In seconds: a day of the database's own time zone may have 23 or 25 hours.
  where known.created_at <= excluded.created_at - ${sql.raw(`interval '${KEPT_MS / 1_000} seconds'`)}
  returning true
`);
