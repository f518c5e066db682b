import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import type { Caller } from '@/lib/keys/authenticate';
import { type NewPayment, newPaymentRow } from './new-payment';
import { type IndexedAddress, nextAddresses } from './next-addresses';
import type { PaymentRow } from './payment-row';

/** How many indexes in a row may be found used before something must be wrong. */
const MAX_USED_IN_A_ROW = 100;

/** The row before its address is known. */
type Draft = Omit<PaymentRow, 'address' | 'script' | 'derivationIndex'>;

interface Taken {
  readonly index: number;
  /** False when another payment has the address already. */
  readonly inserted: boolean;
}

/**
 * Inserts a payment to the next address of the caller's wallet. One statement takes the index and
 * inserts the row, so an index is taken if and only if a payment has its address.
 *
 * @param db the database, or a transaction that the payment shall be part of
 */
export async function insertDerived(
  db: Db,
  caller: Caller,
  request: NewPayment,
  now: Date,
): Promise<PaymentRow> {
  const { walletId } = caller;
  const draft = newPaymentRow(caller, request, { walletId, ...UNKNOWN_ADDRESS }, now);
  const next = nextAddresses(caller);
  next.creating += 1;
  try {
    for (let tries = 0; tries < MAX_USED_IN_A_ROW; tries += 1) {
      const likely = next.likely();
      const taken = (await take(db, draft, likely)) ?? (await takeLocked(db, draft, caller));
      next.taken(taken.index);
      const { index, address, script } = next.at(taken.index);
      if (taken.inserted) return { ...draft, address, script, derivationIndex: index };
    }
  } finally {
    next.creating -= 1;
  }
  throw new Error(`${MAX_USED_IN_A_ROW} addresses in a row of wallet ${walletId} are used`);
}

const UNKNOWN_ADDRESS = { address: '', script: '', derivationIndex: null, watchFromHeight: 0 };

/** Undefined when the wallet's next index is none of these: another process has taken it. */
async function take(
  db: Db,
  draft: Draft,
  addresses: readonly IndexedAddress[],
): Promise<Taken | undefined> {
  if (addresses.length === 0) return undefined;
  const [row] = await takeAndInsert(db, {
    ...draft,
    indexes: addresses.map(({ index }) => index),
    addresses: addresses.map(({ address }) => address),
    scripts: addresses.map(({ script }) => script),
  });
  return row;
}

/** Looks which index is next and keeps it until it is taken. */
async function takeLocked(db: Db, draft: Draft, caller: Caller): Promise<Taken> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ nextIndex: wallet.nextIndex })
      .from(wallet)
      .where(eq(wallet.id, caller.walletId))
      .for('no key update');
    if (!row) throw new Error('an API key without its wallet: the foreign key forbids it');
    const next = nextAddresses(caller);
    next.continueAt(row.nextIndex);
    const taken = await take(tx, draft, [next.at(row.nextIndex)]);
    if (!taken) throw new Error('the index of a locked wallet has moved');
    return taken;
  });
}

const OF_CANDIDATE: Readonly<Record<string, string>> = {
  address: 'address',
  script: 'script',
  derivationIndex: 'index',
};

const columns = Object.entries(getTableColumns(payment));

/**
 * Any payment to an address keeps it from being given out: it may have been named before as a
 * customer-provided one. The unique indexes decide where two do so at the same time.
 */
const takeAndInsert = prepared<Taken>(sql`
  with candidate as (
    select * from unnest(
      ${sql.placeholder('indexes')}::int[], ${sql.placeholder('addresses')}::text[],
      ${sql.placeholder('scripts')}::text[]
    ) as c(index, address, script)
  ),
  taken as (
    update wallet set next_index = next_index + 1
    where id = ${sql.placeholder('walletId')} and next_index = any(${sql.placeholder('indexes')}::int[])
    returning next_index - 1 as index
  ),
  inserted as (
    insert into ${payment} (${sql.join(
      columns.map(([, column]) => sql.identifier(column.name)),
      sql`, `,
    )})
    select ${sql.join(
      columns.map(([name, column]) => {
        const of = OF_CANDIDATE[name];
        if (of !== undefined) return sql`candidate.${sql.identifier(of)}`;
        const value = sql.param(sql.placeholder(name), {
          mapToDriverValue: (given) => (given === null ? null : column.mapToDriverValue(given)),
        });
        return sql`${value}::${sql.raw(column.getSQLType())}`;
      }),
      sql`, `,
    )}
    from taken join candidate on candidate.index = taken.index
    where not exists (
      select from ${payment} other
      where other.network = ${sql.placeholder('network')} and other.script = candidate.script
    )
    on conflict do nothing
    returning id
  )
  select taken.index, inserted.id is not null as inserted from taken left join inserted on true
`);
