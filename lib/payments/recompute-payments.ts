import { asc, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { prepareStatement } from '@/db/prepare-statement';
import { chain } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { MAX_CONFIRMATIONS } from '@/lib/domain/confirmations';
import type { Network } from '@/lib/domain/network';
import { NOTHING_RECEIVED } from '@/lib/domain/payment';
import { type Settlement, settle } from '@/lib/domain/settle';
import { isIntact } from '@/lib/keys/seal';
import { requestRates } from './confirmation-rate';
import { readExtras } from './payment-extra';
import { type PaymentRow, standingOf } from './payment-row';
import {
  type ChangedPayment,
  noPaymentChangeHook,
  type PaymentChangeHook,
  recordStandings,
} from './record-standings';
import { tallyOutputs } from './tally-outputs';

const PAYMENTS_PER_QUERY = 1_000;

/**
 * Recomputes payments from their recorded outputs and writes their events: payments that `txids`
 * pay, and payments that gain or lose their required depth at `tipHeight`.
 */
export async function recomputePayments(
  tx: Db,
  network: Network,
  txids: readonly string[],
  tipHeight: number,
  now: Date,
  afterChange: PaymentChangeHook = noPaymentChangeHook,
): Promise<void> {
  const affected = await findAffected(tx, { network, txids, tipHeight });
  const ids = affected.map(({ id }) => id).sort();
  const readAt = new Date(affected[0]?.readUpTo ?? 0);
  // A read time in the future comes from a clock that was ahead, so it proves nothing.
  const at = { tipHeight, readUpTo: readAt <= now ? readAt : new Date(0), now };
  for (let start = 0; start < ids.length; start += PAYMENTS_PER_QUERY) {
    await settleSome(tx, ids.slice(start, start + PAYMENTS_PER_QUERY), at);
  }
  await afterChange(tx, ids, now, { network, tipHeight });
}

interface AffectedRow {
  readonly id: string;
  /** Null before the chain was first read in full. */
  readonly readUpTo: string | null;
}

const tipHeightNow = sql`${sql.placeholder('tipHeight')}::int`;
const depthReached = sql`${tipHeightNow} - required_confirmations + 1`;

/**
 * Each condition bounds an indexed column. PostgreSQL would otherwise read every detected or
 * confirmed payment.
 */
const findAffected = prepareStatement<AffectedRow>(sql`
  select affected.id, (
    select read_at from ${chain} where network = ${sql.placeholder('network')}
  ) as "readUpTo"
  from (
    select payment_id as id from ${output}
    where network = ${sql.placeholder('network')}
      and txid = any(${sql.placeholder('txids')}::text[])
    union
    select id from ${payment}
    where network = ${sql.placeholder('network')}
      and status = 'detected' and covered_height <= ${tipHeightNow}
      and covered_height <= ${depthReached}
    union
    select id from ${payment}
    where network = ${sql.placeholder('network')} and status = 'confirmed'
      and covered_height > ${tipHeightNow} - ${sql.raw(String(MAX_CONFIRMATIONS))} + 1
      and covered_height > ${depthReached}
  ) affected`);

interface Moment {
  readonly tipHeight: number;
  readonly readUpTo: Date;
  readonly now: Date;
}

async function settleSome(
  tx: Db,
  ids: readonly string[],
  { tipHeight, readUpTo, now }: Moment,
): Promise<void> {
  // The statements run in this order, so the outputs are added up after the payments are locked.
  const [rows, tallies, extras] = await Promise.all([
    lockPayments(tx, ids),
    tallyOutputs(tx, ids),
    readExtras(tx, ids),
  ]);
  const moved: ChangedPayment[] = [];
  for (const row of rows) {
    const settlement = settle(
      {
        amount: row.amountSats,
        required: row.requiredSats,
        requiredConfirmations: row.requiredConfirmations,
        expiresAt: row.expiresAt,
      },
      standingOf(row),
      tallies.get(row.id) ?? NOTHING_RECEIVED,
      tipHeight,
      readUpTo,
    );
    if (hasChanged(row, settlement)) moved.push({ ...settlement, row });
  }
  const confirmed = moved.filter(
    ({ row, standing }) => standing.status === 'confirmed' && row.status !== 'confirmed',
  );
  await Promise.all([
    recordStandings(tx, moved, { extras, tipHeight, now }),
    requestRates(
      tx,
      confirmed.map(({ row }) => row.id),
      now,
    ),
  ]);
}

/** Leaves out payments that were changed in the database, so no money is credited to them. */
async function lockPayments(tx: Db, ids: readonly string[]): Promise<PaymentRow[]> {
  const rows = await tx
    .select()
    .from(payment)
    .where(isAmong(payment.id, ids))
    .orderBy(asc(payment.id))
    .for('update')
    .prepare('settled payments')
    .execute();
  return rows.filter((row) => isIntact('payment', row));
}

function hasChanged(row: PaymentRow, { standing }: Settlement): boolean {
  return (
    standing.status !== row.status ||
    standing.received !== row.receivedSats ||
    standing.txid !== row.txid ||
    standing.coveredHeight !== row.coveredHeight ||
    standing.flags.join() !== row.flags.join()
  );
}
