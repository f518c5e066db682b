import { inArray } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { Together } from '@/db/together';
import { Problem } from '@/lib/domain/problems';
import { insertPayments, lockWallet } from './insert-payments';
import type { KeyWallet } from './next-addresses';
import type { PaymentRow } from './payment-row';

const MOST_TOGETHER = 64;

/**
 * A further write in the transaction of a new payment. Payments share a transaction: `kind` writes
 * the `item`s of all of them at once.
 */
export interface Companion<Instead = never> {
  readonly kind: CompanionKind<Instead>;
  readonly item: unknown;
}

export interface CompanionKind<Instead = never> {
  /**
   * Runs before the payments are inserted. Returns for each item undefined, or the reason for no
   * payment, which does not affect the others.
   */
  claim?(tx: Db, items: readonly unknown[]): Promise<readonly (Instead | Problem | undefined)[]>;
  /** Runs after the insert, for the items with a payment. */
  write(tx: Db, made: readonly Made<unknown>[]): Promise<void>;
}

export interface Made<Item> {
  readonly item: Item;
  readonly payment: PaymentRow;
}

/**
 * Inserts a payment, in one transaction with the payments that are created at the same time from
 * this wallet: they share its lock and the wait for the disk.
 *
 * @param draft with a wallet it has no address and gets the next one
 * @returns the payment, or what a companion returns in its place
 * @throws Problem `address_in_use` while another active payment has the customer-provided address,
 *   and always for an address of another merchant's wallet; and those of the companions
 */
export async function insertInTurn<Instead = never>(
  db: Db,
  of: KeyWallet,
  draft: PaymentRow,
  companions: readonly Companion<Instead>[],
): Promise<PaymentRow | Instead> {
  const result = await queueOf(db, of).add({ draft, companions });
  if (result instanceof Problem) throw result;
  return 'row' in result ? result.row : (result.instead as Instead);
}

interface Wanted {
  readonly draft: PaymentRow;
  readonly companions: readonly Companion<unknown>[];
}

type Result = { readonly row: PaymentRow } | { readonly instead: unknown } | Problem;

const queues = new WeakMap<Db, LRUCache<string, Together<Wanted, Result>>>();

function queueOf(db: Db, of: KeyWallet): Together<Wanted, Result> {
  const ofDatabase = queues.get(db) ?? new LRUCache({ max: 1_000 });
  queues.set(db, ofDatabase);
  const known = ofDatabase.get(of.walletId);
  if (known) return known;
  const made = new Together<Wanted, Result>(
    (wanted, again) => (again ? insertAgain(db, of, wanted) : insertAll(db, of, wanted)),
    MOST_TOGETHER,
  );
  ofDatabase.set(of.walletId, made);
  return made;
}

async function insertAll(
  db: Db,
  of: KeyWallet,
  wanted: readonly Wanted[],
): Promise<readonly Result[]> {
  const alone = wanted.every(({ companions }) => companions.length === 0);
  if (!alone) return db.transaction((tx) => insertWithCompanions(tx, of, wanted));
  const drafts = wanted.map(({ draft }) => draft);
  const rows = await insertPayments(db, of, drafts);
  return wanted.map(({ draft }) => resultOf(rows.get(draft.id)));
}

/**
 * After a failed run, looks for payments that it committed before it lost its connection. The lock
 * on the wallet keeps further ones out. Customer-provided addresses have no such lock, so they are
 * looked for after the insert, which waits for a commit under way.
 */
async function insertAgain(
  db: Db,
  of: KeyWallet,
  wanted: readonly Wanted[],
): Promise<readonly Result[]> {
  return db.transaction(async (tx) => {
    await lockWallet(tx, of);
    const known = await findPayments(tx, wanted);
    const missing = wanted.filter(({ draft }) => !known.has(draft.id));
    const results = await insertAll(tx, of, missing);
    const now = await findPayments(tx, wanted);
    return wanted.map((one) => {
      const row = now.get(one.draft.id);
      return row ? { row } : (results[missing.indexOf(one)] ?? resultOf(undefined));
    });
  });
}

async function findPayments(
  tx: Db,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, PaymentRow>> {
  const ids = wanted.map(({ draft }) => draft.id);
  const rows = await tx.select().from(payment).where(inArray(payment.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

async function insertWithCompanions(
  tx: Db,
  of: KeyWallet,
  wanted: readonly Wanted[],
): Promise<readonly Result[]> {
  const kinds = new Set(wanted.flatMap(({ companions }) => companions.map(({ kind }) => kind)));
  const refused = new Map<string, Result>();
  for (const kind of kinds) {
    if (!kind.claim) continue;
    const asked = itemsOf(kind, wanted);
    const items = asked.map(({ item }) => item);
    for (const [n, instead] of (await kind.claim(tx, items)).entries()) {
      if (instead === undefined) continue;
      refused.set(asked[n]?.id ?? '', instead instanceof Problem ? instead : { instead });
    }
  }
  const drafts = wanted.flatMap(({ draft }) => (refused.has(draft.id) ? [] : [draft]));
  const rows = await insertPayments(tx, of, drafts);
  for (const kind of kinds) {
    const made = itemsOf(kind, wanted).flatMap(({ id, item }) => {
      const payment = rows.get(id);
      return payment ? [{ item, payment }] : [];
    });
    if (made.length > 0) await kind.write(tx, made);
  }
  return wanted.map(({ draft }) => refused.get(draft.id) ?? resultOf(rows.get(draft.id)));
}

/** The items of this kind, each with the id of its payment. */
function itemsOf(kind: CompanionKind<unknown>, wanted: readonly Wanted[]) {
  return wanted.flatMap(({ draft, companions }) =>
    companions.flatMap((one) => (one.kind === kind ? [{ id: draft.id, item: one.item }] : [])),
  );
}

/** Only a payment to a customer-provided address can lack its row. */
function resultOf(row: PaymentRow | undefined): Result {
  if (row) return { row };
  return new Problem(
    'address_in_use',
    'Another payment has this destination_address. If it is one of yours, wait until it ends or cancel it; else use another address.',
  );
}
