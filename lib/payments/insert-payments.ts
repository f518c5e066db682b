import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { ENDS_WHEN_FROZEN } from '@/db/locks';
import { prepared } from '@/db/prepared';
import { apiKey, wallet } from '@/db/schema/accounts';
import { newAddress, payment } from '@/db/schema/payments';
import { type IndexedAddress, type KeyWallet, nextAddresses } from './next-addresses';
import type { PaymentRow } from './payment-row';

/** Rounds lost to other processes after which something must be wrong. */
const MAX_ROUNDS = 100;
const SKIPPED_FIRST = 4;
const MOST_SKIPPED_AT_ONCE = 256;

/**
 * Inserts payments: those with a wallet get its next addresses, the others have a
 * customer-provided address.
 *
 * @param of the wallet of the payments that have one
 * @returns by id, without the payments whose customer-provided address is in use
 */
export async function insertPayments(
  db: Db,
  of: KeyWallet,
  drafts: readonly PaymentRow[],
): Promise<ReadonlyMap<string, PaymentRow>> {
  const derived = drafts.filter(({ walletId }) => walletId !== null);
  const custom = drafts.filter(({ walletId }) => walletId === null);
  // In this order, so that a process that waits for a wallet holds no address yet: no deadlock.
  const rows = await insertDerived(db, of, derived);
  rows.push(...(await insertCustom(db, custom)));
  return new Map(rows.map((row) => [row.id, row]));
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
): Promise<PaymentRow[]> {
  const rows: PaymentRow[] = [];
  let left = drafts;
  for (let rounds = 0; left.length > 0; rounds += 1) {
    if (rounds === MAX_ROUNDS)
      throw new Error(`wallet ${of.walletId} has no free address after ${MAX_ROUNDS} rounds`);
    const taken = (await takeLikely(db, of, left)) ?? (await takeLocked(db, of, left));
    const done = new Set(taken.map(({ id }) => id));
    rows.push(...taken);
    left = left.filter(({ id }) => !done.has(id));
    if (taken.length === 0) await skipUsed(db, of);
  }
  return rows;
}

/** Undefined when another process has taken the guessed index. */
async function takeLikely(
  db: Db,
  of: KeyWallet,
  drafts: readonly PaymentRow[],
): Promise<PaymentRow[] | undefined> {
  const next = nextAddresses(of);
  const addresses = next.likely(drafts.length);
  const [first] = addresses;
  if (!first) return undefined;
  const rows = drafts.map((draft, n) => withAddress(draft, addresses[n]));
  const taken = await takeAndInsert(db, {
    walletId: of.walletId,
    first: first.index,
    count: rows.length,
    rows: asJson(rows),
  });
  if (taken.length === 0) return undefined;
  next.continueAt(first.index + rows.length);
  return among(rows, taken);
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
): Promise<PaymentRow[]> {
  return db.transaction(async (tx) => {
    nextAddresses(of).continueAt(await lockWallet(tx, of));
    const taken = await takeLikely(tx, of, drafts);
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
      const some = addresses.from(next, count);
      const scripts = some.map(({ script }) => script);
      const rows = await tx
        .selectDistinct({ script: payment.script })
        .from(payment)
        .where(and(eq(payment.network, of.network), inArray(payment.script, scripts)));
      const used = new Set(rows.map(({ script }) => script));
      free = scripts.findIndex((script) => !used.has(script));
      next += free === -1 ? count : free;
      count = Math.min(count * 2, MOST_SKIPPED_AT_ONCE);
    }
    await tx.update(wallet).set({ nextIndex: next }).where(eq(wallet.id, of.walletId));
    addresses.continueAt(next);
  });
}

async function insertCustom(db: Db, rows: readonly PaymentRow[]): Promise<PaymentRow[]> {
  if (rows.length === 0) return [];
  return among(rows, await insertUnlessUsed(db, { rows: asJson(rows) }));
}

function among(rows: readonly PaymentRow[], inserted: readonly { readonly id: string | null }[]) {
  const ids = new Set(inserted.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}

const columns = Object.entries(getTableColumns(payment));

/** The form that jsonb_populate_recordset reads. */
function asJson(rows: readonly Record<string, unknown>[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]))),
  );
}

const names = sql.join(
  columns.map(([, { name }]) => sql.identifier(name)),
  sql`, `,
);

const draftRows = sql`jsonb_populate_recordset(null::payment, ${sql.placeholder('rows')}::jsonb) d`;

/**
 * Takes the indexes and inserts the rows in one statement, so that an index is taken if and only if
 * a payment has its address. Returns no row when the wallet's next index differs, or when a payment
 * has the address already (as a customer-provided one). Unique indexes decide concurrent cases.
 */
const takeAndInsert = prepared<{ readonly id: string | null }>(sql`
  with taken as (
    update ${wallet} set next_index = next_index + ${sql.placeholder('count')}::int
    where id = ${sql.placeholder('walletId')} and next_index = ${sql.placeholder('first')}::int
    returning id
  ),
  inserted as (
    insert into ${payment} (${names})
    select ${names} from ${draftRows}
    where exists (select from taken) and not exists (
      select from ${payment} other where other.network = d.network and other.script = d.script
    )
    on conflict do nothing
    returning id
  )
  select inserted.id from taken left join inserted on true
`);

/**
 * A customer-provided address is in use while an active payment has it, even without holding it:
 * after a reorg two payments may be active. An address of another merchant's wallet is always in
 * use, since late money on it belongs to that merchant. The next look searches the mempool for it.
 */
const insertUnlessUsed = prepared<{ readonly id: string }>(sql`
  with inserted as (
    insert into ${payment} (${names})
    select ${names} from ${draftRows}
    where not exists (
      select from ${payment} other
      join ${apiKey} others_key on others_key.id = other.api_key_id
      join ${apiKey} own_key on own_key.id = d.api_key_id
      where other.network = d.network and other.script = d.script and (
        other.status in ('pending', 'detected')
        or other.derivation_index is not null and others_key.merchant_id <> own_key.merchant_id
      )
    )
    on conflict do nothing
    returning id
  )
  insert into ${newAddress} (payment_id) select id from inserted
  returning payment_id as id
`);
