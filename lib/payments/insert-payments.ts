import { LRUCache } from 'lru-cache';
import { Batcher } from '@/db/batcher';
import type { Db } from '@/db/client';
import { Problem } from '@/lib/domain/problems';
import {
  type CreatedPayment,
  findEarlierResults,
  inProgressProblem,
  readPaymentsAsCreated,
  tryLockIdempotencyKeys,
} from './idempotency';
import { type InsertRowRequest, insertPaymentRows } from './insert-payment-rows';
import { type KeyWallet, lockWallet } from './next-addresses';
import type { PaymentChangeHook } from './record-standings';

const MAX_BATCH = 64;

/**
 * Returns a problem to refuse a payment. It runs in the payment's transaction under the wallet's
 * lock, so no other payment of the wallet is created before the commit.
 */
export type AdmitPayment = (tx: Db, paymentId: string) => Promise<Problem | undefined>;

export interface InsertPaymentRequest extends InsertRowRequest {
  readonly admit?: AdmitPayment | undefined;
  readonly afterChange?: PaymentChangeHook | undefined;
}

type Result = CreatedPayment | Problem;
type Results = ReadonlyMap<string, Result>;

const batchers = new WeakMap<Db, LRUCache<string, Batcher<InsertPaymentRequest, Result>>>();

/**
 * Inserts a payment. Concurrent payments of one wallet share a transaction: one lock and one
 * commit.
 *
 * @throws Problem `address_in_use` if another active payment has the customer-provided address, or
 *   any payment of another merchant ever had it; `idempotency_key_reused`,
 *   `idempotency_in_progress`; the problem that `admit` returns
 */
export async function insertPayment(
  db: Db,
  of: KeyWallet,
  request: InsertPaymentRequest,
): Promise<CreatedPayment> {
  const byWallet = batchers.get(db) ?? new LRUCache({ max: 1_000 });
  batchers.set(db, byWallet);
  const batcher =
    byWallet.get(of.walletId) ??
    new Batcher<InsertPaymentRequest, Result>(
      (batch, isRetry) => db.transaction((tx) => insertPayments(tx, of, batch, isRetry)),
      MAX_BATCH,
    );
  byWallet.set(of.walletId, batcher);
  const result = await batcher.add(request);
  if (result instanceof Problem) throw result;
  return result;
}

/**
 * Inserts payments and locks their wallet until the transaction ends.
 *
 * @param isRetry whether an earlier transaction lost its connection. That transaction may have
 *   committed, or keeps the wallet locked until it ends
 * @returns a result for each request, in order
 */
export async function insertPayments(
  tx: Db,
  of: KeyWallet,
  requests: readonly InsertPaymentRequest[],
  isRetry = false,
): Promise<readonly Result[]> {
  const results = new Map<string, Result>();
  const keep = (some: Results) => {
    for (const [id, result] of some) results.set(id, result);
  };
  const open = () => requests.filter(({ draft }) => !results.has(draft.id));
  if (isRetry) keep(await findCommitted(tx, of, requests));
  keep(await settleKeys(tx, open()));
  const { first, repeated } = splitByKey(open());
  const plain = first.filter((one) => !isAlone(one));
  if (plain.length > 0) keep(await insertPaymentRows(tx, of, plain));
  // These requests are inserted one by one, because each affects the decision about the next.
  for (const one of first) if (isAlone(one)) keep(await insertAlone(tx, of, one));
  keep(await settleRepeated(tx, repeated));
  return requests.map(({ draft }) => results.get(draft.id) ?? addressInUse());
}

/** Returns the payments that were committed although the connection was lost. */
async function findCommitted(
  tx: Db,
  of: KeyWallet,
  requests: readonly InsertPaymentRequest[],
): Promise<Results> {
  await lockWallet(tx, of);
  const ids = requests.map(({ draft }) => draft.id);
  const created = await readPaymentsAsCreated(tx, ids);
  return new Map([...created].map(([id, made]) => [id, { ...made, replayed: false }]));
}

/** Locks Idempotency-Keys. Returns the results of requests that insert nothing. */
async function settleKeys(tx: Db, requests: readonly InsertPaymentRequest[]): Promise<Results> {
  const keys = requests.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return new Map();
  const [held, earlier] = await Promise.all([
    tryLockIdempotencyKeys(tx, keys),
    findEarlierResults(tx, keys),
  ]);
  const results = new Map<string, Result>();
  for (const { key, draft } of requests) {
    const result =
      key && (earlier.get(key) ?? (held.has(key.hash) ? undefined : inProgressProblem()));
    if (result) results.set(draft.id, result);
  }
  return results;
}

function splitByKey(requests: readonly InsertPaymentRequest[]) {
  const hashes = new Set<string>();
  const first: InsertPaymentRequest[] = [];
  const repeated: InsertPaymentRequest[] = [];
  for (const one of requests) {
    const hash = one.key?.hash ?? one.draft.id;
    (hashes.has(hash) ? repeated : first).push(one);
    hashes.add(hash);
  }
  return { first, repeated };
}

/** If the first of equal requests was refused, the others get `idempotency_in_progress`. */
async function settleRepeated(tx: Db, requests: readonly InsertPaymentRequest[]): Promise<Results> {
  const keys = requests.flatMap(({ key }) => key ?? []);
  const earlier = await findEarlierResults(tx, keys);
  return new Map(
    requests.map(({ key, draft }) => [draft.id, (key && earlier.get(key)) ?? inProgressProblem()]),
  );
}

const isAlone = ({ admit, afterChange }: InsertPaymentRequest) =>
  admit !== undefined || afterChange !== undefined;

async function insertAlone(tx: Db, of: KeyWallet, request: InsertPaymentRequest): Promise<Results> {
  const { draft, admit, afterChange } = request;
  await lockWallet(tx, of);
  const refusal = await admit?.(tx, draft.id);
  if (refusal) return new Map([[draft.id, refusal]]);
  const inserted = await insertPaymentRows(tx, of, [request]);
  if (inserted.size > 0) await afterChange?.(tx, [draft.id], draft.createdAt);
  return inserted;
}

/** Only a payment with a customer-provided address can fail to be inserted. */
function addressInUse(): Problem {
  return new Problem(
    'address_in_use',
    'Another payment has this destination_address. If it is one of yours, wait until it ends or cancel it; else use another address.',
  );
}
