import { LRUCache } from 'lru-cache';
import { Batcher } from '@/db/batcher';
import type { Db } from '@/db/client';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { type CreatedPayment, createdEarlier, findCreated, findEarlier } from './created-earlier';
import {
  claimsJson,
  type HashedClaim,
  inProgress,
  isClaimedMeanwhile,
  settleClaims,
} from './idempotency';
import { insertPayments, lockWallet } from './insert-payments';
import type { KeyWallet } from './next-addresses';
import type { PaymentExtra } from './payment-extra';
import type { PaymentRow } from './payment-row';

const MAX_BATCH = 64;

/**
 * Decides whether a payment may be made, by what is committed: it runs in the payment's transaction,
 * which holds the wallet's lock, so that no other payment of the wallet is made meanwhile.
 */
export type Admit = (tx: Db) => Promise<Problem | undefined>;

export interface WantedPayment {
  /** With a wallet it has no address and gets the next one. */
  readonly draft: PaymentRow;
  readonly extra?: PaymentExtra | null | undefined;
  /** Of a request with an Idempotency-Key. */
  readonly claim?: HashedClaim | undefined;
  /** Gets an audit entry in the payment's transaction. */
  readonly member?: Member | undefined;
  readonly admit?: Admit | undefined;
}

/**
 * Inserts a payment, in one transaction with the payments that are created at the same time from
 * this wallet: they share its lock and the wait for the disk.
 *
 * @throws Problem `address_in_use` while another active payment has the customer-provided address,
 *   and always for an address of another merchant's wallet; `idempotency_key_reused`,
 *   `idempotency_in_progress`
 */
export async function insertInTurn(
  db: Db,
  of: KeyWallet,
  wanted: WantedPayment,
): Promise<CreatedPayment> {
  const result = await queueOf(db, of).add(wanted);
  if (result instanceof Problem) throw result;
  return result;
}

type Result = CreatedPayment | Problem;
type Queue = Batcher<WantedPayment, Result>;

const queues = new WeakMap<Db, LRUCache<string, Queue>>();

function queueOf(db: Db, of: KeyWallet): Queue {
  const ofDatabase = queues.get(db) ?? new LRUCache({ max: 1_000 });
  queues.set(db, ofDatabase);
  const known = ofDatabase.get(of.walletId);
  if (known) return known;
  const made: Queue = new Batcher(
    (wanted, isRetry) => (isRetry ? insertAgain(db, of, wanted) : insertFirst(db, of, wanted)),
    MAX_BATCH,
  );
  ofDatabase.set(of.walletId, made);
  return made;
}

async function insertFirst(
  db: Db,
  of: KeyWallet,
  wanted: readonly WantedPayment[],
): Promise<readonly Result[]> {
  try {
    if (wanted.every(({ member, admit }) => !member && !admit))
      return await insertAll(db, of, wanted);
    return await db.transaction(async (tx) => {
      await lockWallet(tx, of);
      return insertAdmitted(tx, of, wanted);
    });
  } catch (error) {
    if (!isClaimedMeanwhile(error)) throw error;
    return insertAgain(db, of, wanted);
  }
}

/**
 * After a failed run, looks for payments that it committed before it lost its connection. The lock
 * on the wallet keeps further ones out. Customer-provided addresses have no such lock, so they are
 * looked for after the insert, which waits for a commit under way.
 */
async function insertAgain(
  db: Db,
  of: KeyWallet,
  wanted: readonly WantedPayment[],
): Promise<readonly Result[]> {
  return db.transaction(async (tx) => {
    await lockWallet(tx, of);
    const ids = wanted.map(({ draft }) => draft.id);
    const known = await findCreated(tx, ids);
    const missing = wanted.filter(({ draft }) => !known.has(draft.id));
    const results = await insertAdmitted(tx, of, missing);
    const now = await findCreated(tx, ids);
    return wanted.map((one) => {
      const made = now.get(one.draft.id);
      const result = results[missing.indexOf(one)];
      return made ? { ...made, replayed: false } : (result ?? addressInUse());
    });
  });
}

/** One after the other those that are to be admitted, since each counts for the next. */
async function insertAdmitted(
  tx: Db,
  of: KeyWallet,
  wanted: readonly WantedPayment[],
): Promise<readonly Result[]> {
  const free = wanted.filter(({ admit }) => !admit);
  const inserted = await insertAll(tx, of, free);
  const results = new Map(free.map((one, n) => [one, inserted[n] ?? addressInUse()]));
  for (const one of wanted) {
    if (!one.admit) continue;
    const settled = one.claim && (await findEarlier(tx, one.claim, one.draft.createdAt));
    const result = settled ?? (await one.admit(tx));
    const [made = addressInUse()] = result ? [result] : await insertAll(tx, of, [one]);
    results.set(one, made);
  }
  return wanted.map((one) => results.get(one) ?? addressInUse());
}

async function insertAll(
  db: Db,
  of: KeyWallet,
  wanted: readonly WantedPayment[],
): Promise<readonly Result[]> {
  const { first, repeated, claims } = claimsOf(wanted);
  const extras = new Map(wanted.flatMap(({ draft, extra }) => (extra ? [[draft.id, extra]] : [])));
  const outcomes = new Map(await insertPayments(db, of, first, { claims, extras }));
  for (const { draft, member } of wanted) {
    if (member && outcomes.has(draft.id)) await audit(db, member, draft);
  }
  if (repeated.length > 0) {
    const settled = await settleClaims(db, claimsJson(claims, repeated));
    for (const { id } of repeated) outcomes.set(id, settled.get(id) ?? inProgress());
  }
  const earlierIds = [...outcomes.values()].flatMap((one) =>
    'earlierId' in one ? [one.earlierId] : [],
  );
  const earlier = await findCreated(db, earlierIds);
  return wanted.map(({ draft }) => {
    const outcome = outcomes.get(draft.id) ?? addressInUse();
    if (outcome instanceof Problem) return outcome;
    if ('earlierId' in outcome) return createdEarlier(outcome, earlier);
    return { payment: outcome, extra: extras.get(draft.id) ?? null, replayed: false };
  });
}

/** The drafts apart from those with a key that another of them has already. */
function claimsOf(wanted: readonly WantedPayment[]) {
  const hashes = new Set<string>();
  const claims = new Map<string, HashedClaim>();
  const first: PaymentRow[] = [];
  const repeated: PaymentRow[] = [];
  for (const { draft, claim } of wanted) {
    const hash = claim?.hash ?? draft.id;
    (hashes.has(hash) ? repeated : first).push(draft);
    hashes.add(hash);
    if (claim) claims.set(draft.id, claim);
  }
  return { first, repeated, claims };
}

async function audit(tx: Db, member: Member, { id, apiKeyId, createdAt }: PaymentRow) {
  await recordAuditEntry(tx, member, 'payment.create', id, { api_key_id: apiKeyId }, createdAt);
}

/** Only a payment to a customer-provided address can lack its row. */
function addressInUse(): Problem {
  return new Problem(
    'address_in_use',
    'Another payment has this destination_address. If it is one of yours, wait until it ends or cancel it; else use another address.',
  );
}
