import { inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { Together } from '@/db/together';
import type { KeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import {
  claimAnswers,
  type IdempotencyClaim,
  rememberAnswers,
  type StoredAnswer,
} from './idempotency';
import { draftOf, insertAll, lockWallet } from './insert-derived';
import type { NewPayment } from './new-payment';
import type { PaymentRow } from './payment-row';
import type { Draft } from './take-addresses';

const MOST_TOGETHER = 64;

/** A claim, and the answer that is remembered for it once there is a payment. */
export interface Once {
  readonly claim: IdempotencyClaim;
  readonly answerOf: (row: PaymentRow) => StoredAnswer;
}

export type Inserted = { readonly row: PaymentRow } | { readonly earlier: StoredAnswer };

/**
 * Inserts a payment to the next address of the caller's wallet, in a transaction that all
 * payments share that are created in this wallet at the same time: its lock and the wait for the
 * disk are for all of them together.
 *
 * @param once remembers the answer in that transaction, or gives the one that was given before
 * @throws Problem `idempotency_key_reused`, `idempotency_in_progress`
 */
export async function insertTogether(
  db: Db,
  caller: KeyActor,
  request: NewPayment,
  now: Date,
  once?: Once,
): Promise<Inserted> {
  const inserted = await queueOf(db, caller).add({ draft: draftOf(caller, request, now), once });
  if (inserted instanceof Problem) throw inserted;
  return inserted;
}

interface Wanted {
  readonly draft: Draft;
  readonly once: Once | undefined;
}

type Result = Inserted | Problem;

const queues = new WeakMap<Db, LRUCache<string, Together<Wanted, Result>>>();

function queueOf(db: Db, caller: KeyActor): Together<Wanted, Result> {
  const ofDatabase = queues.get(db) ?? new LRUCache({ max: 1_000 });
  queues.set(db, ofDatabase);
  const known = ofDatabase.get(caller.walletId);
  if (known) return known;
  const made = new Together<Wanted, Result>(
    (wanted, again) => (again ? insertOnce(db, caller, wanted) : insertWanted(db, caller, wanted)),
    MOST_TOGETHER,
  );
  ofDatabase.set(caller.walletId, made);
  return made;
}

/**
 * After a run that failed: what it committed before it lost its connection is there already. With
 * the wallet locked nothing more of it can come in.
 */
async function insertOnce(
  db: Db,
  caller: KeyActor,
  wanted: readonly Wanted[],
): Promise<readonly Result[]> {
  return db.transaction(async (tx) => {
    await lockWallet(tx, caller);
    const ids = wanted.map(({ draft }) => draft.id);
    const rows = await tx.select().from(payment).where(inArray(payment.id, ids));
    const known = new Map(rows.map((row) => [row.id, row]));
    const missing = wanted.filter(({ draft }) => !known.has(draft.id));
    const inserted = await insertWanted(tx, caller, missing);
    return wanted.map((one) => {
      const row = known.get(one.draft.id);
      const result = row ? { row } : inserted[missing.indexOf(one)];
      if (!result) throw new Error('what is wanted is known or inserted');
      return result;
    });
  });
}

async function insertWanted(
  db: Db,
  caller: KeyActor,
  wanted: readonly Wanted[],
): Promise<readonly Result[]> {
  const claiming = wanted.some(({ once }) => once);
  if (claiming) return db.transaction((tx) => insertClaiming(tx, caller, wanted));
  const rows = await insertAll(
    db,
    caller,
    wanted.map(({ draft }) => draft),
  );
  return rows.map((row) => ({ row }));
}

/** A request whose claim is refused, or was answered before, leaves the others alone. */
async function insertClaiming(
  tx: Db,
  caller: KeyActor,
  wanted: readonly Wanted[],
): Promise<readonly Result[]> {
  const settled = await claimAll(tx, wanted);
  const drafts = wanted.flatMap(({ draft }) => (settled.has(draft.id) ? [] : [draft]));
  const inserted = await insertAll(tx, caller, drafts);
  const rows = new Map(inserted.map((row) => [row.id, row]));
  await rememberAnswers(
    tx,
    wanted.flatMap(({ draft, once }) => {
      const row = rows.get(draft.id);
      return once && row
        ? [{ claim: once.claim, answer: once.answerOf(row), now: row.createdAt }]
        : [];
    }),
  );
  return wanted.map(({ draft }) => {
    const row = rows.get(draft.id);
    const result = row ? { row } : settled.get(draft.id);
    if (!result) throw new Error('what is wanted is settled or inserted');
    return result;
  });
}

/** @returns by id those that are not to be inserted, and why */
async function claimAll(tx: Db, wanted: readonly Wanted[]): Promise<ReadonlyMap<string, Result>> {
  const claims = wanted.flatMap(({ draft, once }) =>
    once ? [{ id: draft.id, claim: once.claim, now: draft.createdAt }] : [],
  );
  const earlier = await claimAnswers(tx, claims);
  return new Map(
    claims.flatMap(({ id }, n) => {
      const answer = earlier[n];
      if (!answer) return [];
      return [[id, answer instanceof Problem ? answer : { earlier: answer }]];
    }),
  );
}
