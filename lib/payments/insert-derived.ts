import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { ENDS_WHEN_FROZEN } from '@/db/locks';
import { wallet } from '@/db/schema/accounts';
import type { KeyActor } from '@/lib/domain/actor';
import { type NewPayment, newPaymentRow } from './new-payment';
import { nextAddresses } from './next-addresses';
import type { PaymentRow } from './payment-row';
import { type Draft, takeAddresses } from './take-addresses';

/** How many indexes in a row may be found used before something must be wrong. */
const MAX_USED_IN_A_ROW = 100;

/** Inserts a payment to the next address of the caller's wallet, as part of a transaction. */
export async function insertDerived(
  tx: Db,
  caller: KeyActor,
  request: NewPayment,
  now: Date,
): Promise<PaymentRow> {
  const [row] = await insertAll(tx, caller, [draftOf(caller, request, now)]);
  if (!row) throw new Error('a draft becomes a row, or an error is thrown');
  return row;
}

/** A payment whose address is still to be taken. */
export function draftOf(caller: KeyActor, request: NewPayment, now: Date): Draft {
  const { walletId } = caller;
  const nowhere = { address: '', script: '', derivationIndex: null, watchFromHeight: 0 };
  return newPaymentRow(caller, request, { walletId, ...nowhere }, now);
}

/**
 * Inserts several payments in the caller's wallet.
 *
 * @returns a row for each draft, in their order
 */
export async function insertAll(
  db: Db,
  caller: KeyActor,
  drafts: readonly Draft[],
): Promise<readonly PaymentRow[]> {
  const rows = new Map<string, PaymentRow>();
  for (let tries = 0; tries < MAX_USED_IN_A_ROW; tries += 1) {
    if (rows.size === drafts.length) return drafts.flatMap(({ id }) => rows.get(id) ?? []);
    const left = drafts.filter(({ id }) => !rows.has(id));
    const taken = (await takeLikely(db, caller, left)) ?? (await takeLocked(db, caller, left));
    for (const row of taken) rows.set(row.id, row);
  }
  throw new Error(`${MAX_USED_IN_A_ROW} addresses in a row of wallet ${caller.walletId} are used`);
}

/** Undefined when another process has taken what was likely to be next. */
async function takeLikely(
  db: Db,
  caller: KeyActor,
  drafts: readonly Draft[],
): Promise<PaymentRow[] | undefined> {
  const next = nextAddresses(caller);
  const addresses = next.likely(drafts.length);
  const [first] = addresses;
  if (!first) return undefined;
  const taken = await takeAddresses(db, caller.walletId, drafts, addresses);
  if (taken) next.continueAt(first.index + drafts.length);
  return taken;
}

/** Looks what is next and keeps others from it until it is taken. */
async function takeLocked(
  db: Db,
  caller: KeyActor,
  drafts: readonly Draft[],
): Promise<PaymentRow[]> {
  return db.transaction(async (tx) => {
    nextAddresses(caller).continueAt(await lockWallet(tx, caller));
    const taken = await takeLikely(tx, caller, drafts);
    if (!taken) throw new Error('the next index of a locked wallet has moved');
    return taken;
  });
}

/**
 * Keeps others from the caller's wallet for the rest of the transaction.
 *
 * @returns the index it gives out next
 */
export async function lockWallet(tx: Db, caller: KeyActor): Promise<number> {
  const [row] = await tx
    .select({ nextIndex: wallet.nextIndex, frozen: ENDS_WHEN_FROZEN })
    .from(wallet)
    .where(eq(wallet.id, caller.walletId))
    .for('no key update');
  if (!row) throw new Error('an API key without its wallet: the foreign key forbids it');
  return row.nextIndex;
}
