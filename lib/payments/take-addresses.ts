import { getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepared } from '@/db/prepared';
import { payment } from '@/db/schema/payments';
import type { IndexedAddress } from './next-addresses';
import type { PaymentRow } from './payment-row';

/** A row before its address is known. */
export type Draft = Omit<PaymentRow, 'address' | 'script' | 'derivationIndex'>;

/**
 * Gives each draft one of the addresses, in their order, and inserts it: one statement takes the
 * indexes and inserts the rows, so an index is taken if and only if a payment has its address.
 *
 * @param addresses what the wallet gives out next, as many as there are drafts
 * @returns the payments, without those whose address another payment has had; undefined when the
 *   wallet gives out other addresses next, and nothing was done
 */
export async function takeAddresses(
  db: Db,
  walletId: string,
  drafts: readonly Draft[],
  addresses: readonly IndexedAddress[],
): Promise<PaymentRow[] | undefined> {
  const rows = addresses.map(({ index, address, script }, n) => {
    const draft = drafts[n];
    if (!draft) throw new Error('there are as many addresses as drafts');
    return { ...draft, address, script, derivationIndex: index };
  });
  const taken = await takeAndInsert(db, {
    walletId,
    first: addresses[0]?.index,
    count: rows.length,
    rows: JSON.stringify(rows.map(inColumns)),
  });
  if (taken.length === 0) return undefined;
  const inserted = new Set(taken.map(({ id }) => id));
  return rows.filter(({ id }) => inserted.has(id));
}

const columns = Object.entries(getTableColumns(payment));

/** As jsonb_populate_recordset reads it. */
function inColumns(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]));
}

const names = sql.join(
  columns.map(([, { name }]) => sql.identifier(name)),
  sql`, `,
);

/**
 * Any payment to an address keeps it from being given out: it may have been named before as a
 * customer-provided one. The unique indexes decide where two do so at the same time.
 */
const takeAndInsert = prepared<{ readonly id: string | null }>(sql`
  with taken as (
    update wallet set next_index = next_index + ${sql.placeholder('count')}::int
    where id = ${sql.placeholder('walletId')} and next_index = ${sql.placeholder('first')}::int
    returning id
  ),
  inserted as (
    insert into ${payment} (${names})
    select ${names} from jsonb_populate_recordset(null::payment, ${sql.placeholder('rows')}::jsonb) d
    where exists (select from taken) and not exists (
      select from ${payment} other where other.network = d.network and other.script = d.script
    )
    on conflict do nothing
    returning id
  )
  select inserted.id from taken left join inserted on true
`);
