import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { ENDS_WHEN_FROZEN, LOCKS, shareLock } from '@/db/locks';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';
import { type Claims, claimsJson, type Settled, settleRefused } from './idempotency';
import { insertStatements, rowsJson } from './insert-statements';
import { type IndexedAddress, type KeyWallet, nextAddresses } from './next-addresses';
import { type Extras, extrasJson } from './payment-extra';
import type { PaymentRow } from './payment-row';
import { paymentsWith } from './payments-with';

/** Rounds lost to other processes after which something must be wrong. */
const MAX_ROUNDS = 100;
const SKIPPED_FIRST = 4;
const MAX_SKIPPED_AT_ONCE = 256;

/** What is written with the payments, by their ids. */
interface Beside {
  /** Idempotency-Keys of some of them, each only once. */
  readonly claims?: Claims;
  readonly extras?: Extras;
}

const NO_CLAIMS: Claims = new Map();
const NO_EXTRAS: Extras = new Map();

/** By the ids of the drafts: the inserted payment, or what its Idempotency-Key leads to. */
type Outcomes = ReadonlyMap<string, PaymentRow | Settled>;

/**
 * Inserts payments: those with a wallet get its next addresses, the others have a
 * customer-provided address.
 *
 * @param of the wallet of the payments that have one
 * @returns without the payments whose customer-provided address is in use
 */
export async function insertPayments(
  db: Db,
  of: KeyWallet,
  drafts: readonly PaymentRow[],
  beside: Beside = {},
): Promise<Outcomes> {
  const derived = drafts.filter(({ walletId }) => walletId !== null);
  const custom = drafts.filter(({ walletId }) => walletId === null);
  // In this order, so that a process that waits for a wallet holds no address yet: no deadlock.
  const outcomes = new Map(await insertDerived(db, of, derived, beside));
  for (const [id, outcome] of await insertCustom(db, of.network, custom, beside))
    outcomes.set(id, outcome);
  return outcomes;
}

/**
 * Locks the wallet for the rest of the transaction.
 *
 * @returns its next index
 */
export async function lockWallet(tx: Db, { walletId }: KeyWallet): Promise<number> {
  const [row] = await tx
    .select({ nextIndex: wallet.nextIndex, frozen: ENDS_WHEN_FROZEN })
    .from(wallet)
    .where(eq(wallet.id, walletId))
    .for('no key update');
  if (!row) throw new Error('no wallet for an API key, although a foreign key requires one');
  return row.nextIndex;
}

async function insertDerived(
  db: Db,
  of: KeyWallet,
  drafts: readonly PaymentRow[],
  beside: Beside,
): Promise<Outcomes> {
  const outcomes = new Map<string, PaymentRow | Settled>();
  let left = drafts;
  for (let rounds = 0; left.length > 0; rounds += 1) {
    if (rounds === MAX_ROUNDS)
      throw new Error(`wallet ${of.walletId} has no free address after ${MAX_ROUNDS} rounds`);
    const some =
      (await takeLikely(db, of, left, beside)) ?? (await takeLocked(db, of, left, beside));
    for (const [id, outcome] of some.outcomes) outcomes.set(id, outcome);
    left = left.filter(({ id }) => !outcomes.has(id));
    if (some.addressesUsed) await skipUsed(db, of);
  }
  return outcomes;
}

interface Round {
  readonly outcomes: Outcomes;
  /** Other payments have every address that was tried. */
  readonly addressesUsed: boolean;
}

/** Undefined when another process has taken the guessed index. */
async function takeLikely(
  db: Db,
  of: KeyWallet,
  drafts: readonly PaymentRow[],
  beside: Beside,
): Promise<Round | undefined> {
  const next = nextAddresses(of);
  const addresses = await next.likely(drafts.length);
  const [first] = addresses;
  if (!first) return undefined;
  const rows = drafts.map((draft, n) => withAddress(draft, addresses[n]));
  const { walletId } = of;
  const guess = { walletId, first: first.index, count: rows.length };
  const answer = await insertRows('takeAndInsert', db, rows, beside, guess);
  if (!answer) return undefined;
  if (!answer.refused) next.continueAt(first.index + rows.length);
  return {
    outcomes: answer.outcomes,
    addressesUsed: !answer.refused && answer.outcomes.size === 0,
  };
}

function withAddress(draft: PaymentRow, next: IndexedAddress | undefined): PaymentRow {
  if (!next) throw new Error('fewer addresses than drafts');
  return { ...draft, address: next.address, script: next.script, derivationIndex: next.index };
}

/** Locks the wallet, reads its next index and takes it. */
async function takeLocked(
  db: Db,
  of: KeyWallet,
  drafts: readonly PaymentRow[],
  beside: Beside,
): Promise<Round> {
  return db.transaction(async (tx) => {
    nextAddresses(of).continueAt(await lockWallet(tx, of));
    const taken = await takeLikely(tx, of, drafts, beside);
    if (!taken) throw new Error('the next index of a locked wallet has changed');
    return taken;
  });
}

/** Moves the wallet past addresses that payments already have, any number in a row. */
async function skipUsed(db: Db, of: KeyWallet): Promise<void> {
  await db.transaction(async (tx) => {
    const addresses = nextAddresses(of);
    let next = await lockWallet(tx, of);
    for (let count = SKIPPED_FIRST, free = -1; free === -1; ) {
      const some = await addresses.from(next, count);
      const scripts = some.map(({ script }) => script);
      const rows = await tx.execute<{ script: string }>(sql`
        select ${payment.script} as script from ${paymentsWith(sql`${scripts.join()}`)}
        where ${payment.network} = ${of.network}`);
      const used = new Set(rows.map(({ script }) => script));
      free = scripts.findIndex((script) => !used.has(script));
      next += free === -1 ? count : free;
      count = Math.min(count * 2, MAX_SKIPPED_AT_ONCE);
    }
    await tx.update(wallet).set({ nextIndex: next }).where(eq(wallet.id, of.walletId));
    addresses.continueAt(next);
  });
}

async function insertCustom(
  db: Db,
  network: Network,
  drafts: readonly PaymentRow[],
  beside: Beside,
): Promise<Outcomes> {
  const outcomes = new Map<string, PaymentRow | Settled>();
  let left = drafts;
  while (left.length > 0) {
    const rows = left;
    // The lock is a statement of its own: an insert that waited for it would not see later commits.
    const [, answer] = await db.transaction((tx) =>
      Promise.all([
        shareLock(tx, LOCKS.addresses(network)),
        insertRows('insertUnlessUsed', tx, rows, beside),
      ]),
    );
    for (const [id, outcome] of answer?.outcomes ?? []) outcomes.set(id, outcome);
    if (!answer?.refused) break;
    left = left.filter(({ id }) => !outcomes.has(id));
  }
  return outcomes;
}

interface Answer {
  /** Keys were refused, so nothing was inserted. */
  readonly refused: boolean;
  readonly outcomes: Outcomes;
}

/** Undefined when the statement returned no row. */
async function insertRows(
  statement: 'takeAndInsert' | 'insertUnlessUsed',
  db: Db,
  rows: readonly PaymentRow[],
  { claims = NO_CLAIMS, extras = NO_EXTRAS }: Beside,
  values = {},
): Promise<Answer | undefined> {
  const keys = claimsJson(claims, rows);
  const run = insertStatements(rows.some(({ id }) => extras.has(id)))[statement];
  const given = { rows: rowsJson(rows), claims: keys, extras: extrasJson(extras, rows) };
  const answer = await run(db, { ...values, ...given });
  if (answer.length === 0) return undefined;
  const refused = answer.flatMap(({ id, ...row }) => (row.refused && id ? [{ id, ...row }] : []));
  if (refused.length > 0)
    return { refused: true, outcomes: await settleRefused(db, refused, keys) };
  const ids = new Set(answer.map(({ id }) => id));
  const inserted = rows.flatMap((row) => (ids.has(row.id) ? [[row.id, row] as const] : []));
  return { refused: false, outcomes: new Map(inserted) };
}
