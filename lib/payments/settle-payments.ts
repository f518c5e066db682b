import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/many';
import { chain } from '@/db/schema/chain';
import { output, payment } from '@/db/schema/payments';
import { confirmations, MOST_CONFIRMATIONS } from '@/lib/domain/confirmations';
import type { Network } from '@/lib/domain/network';
import { NOTHING_RECEIVED } from '@/lib/domain/payment';
import { type Settlement, settle } from '@/lib/domain/settle';
import { type NewEvent, recordEvents } from '@/lib/webhooks/create-event';
import type { PaymentRow } from './payment-row';
import { tallyOutputs } from './tally-outputs';
import { type Moved, writeStandings } from './write-standings';

const PAYMENTS_PER_QUERY = 1_000;

/**
 * Updates payments from their recorded outputs and writes the event of each change, in the given
 * transaction: payments paid by `txids`, and payments that gain or lose their required depth at
 * `tipHeight`.
 */
export async function settlePayments(
  tx: Db,
  network: Network,
  txids: readonly string[],
  tipHeight: number,
  now: Date,
): Promise<void> {
  const ids = await affectedPayments(tx, network, txids, tipHeight);
  if (ids.length === 0) return;
  const at = { tipHeight, readUpTo: await readUpTo(tx, network), now };
  for (let start = 0; start < ids.length; start += PAYMENTS_PER_QUERY) {
    await settleSome(tx, ids.slice(start, start + PAYMENTS_PER_QUERY), at);
  }
}

async function affectedPayments(
  tx: Db,
  network: Network,
  txids: readonly string[],
  tipHeight: number,
): Promise<string[]> {
  const paid = await tx
    .selectDistinct({ id: output.paymentId })
    .from(output)
    .where(and(eq(output.network, network), isAmong(output.txid, new Set(txids))));
  const deepEnough = lte(
    payment.coveredHeight,
    sql`${tipHeight} - ${payment.requiredConfirmations} + 1`,
  );
  const crossed = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.network, network),
        or(
          and(eq(payment.status, 'detected'), deepEnough),
          and(
            eq(payment.status, 'confirmed'),
            gt(payment.coveredHeight, tipHeight - MOST_CONFIRMATIONS + 1),
            gt(payment.coveredHeight, sql`${tipHeight} - ${payment.requiredConfirmations} + 1`),
          ),
        ),
      ),
    );
  return [...new Set([...paid, ...crossed].map(({ id }) => id))].sort();
}

/** When the chain was last read in full; the epoch before the first time. */
async function readUpTo(tx: Db, network: Network): Promise<Date> {
  const [row] = await tx
    .select({ readAt: chain.readAt })
    .from(chain)
    .where(eq(chain.network, network));
  return row?.readAt ?? new Date(0);
}

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
  const rows = await tx
    .select()
    .from(payment)
    .where(inArray(payment.id, [...ids]))
    .orderBy(asc(payment.id))
    .for('update');
  const tallies = await tallyOutputs(tx, ids);
  const moved: Moved[] = [];
  for (const row of rows) {
    const settlement = settle(
      {
        amount: row.amountSats,
        required: row.requiredSats,
        requiredConfirmations: row.requiredConfirmations,
        expiresAt: row.expiresAt,
      },
      { ...row, received: row.receivedSats },
      tallies.get(row.id) ?? NOTHING_RECEIVED,
      tipHeight,
      readUpTo,
    );
    if (hasChanged(row, settlement)) moved.push({ ...settlement, row });
  }
  await writeStandings(tx, moved, now);
  await recordEvents(
    tx,
    moved.flatMap((move) => eventOf(move, tipHeight) ?? []),
    now,
  );
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

function eventOf({ row, standing, event }: Moved, tipHeight: number): NewEvent | undefined {
  if (!event || standing.txid === null) return undefined;
  return {
    paymentId: row.id,
    apiKeyId: row.apiKeyId,
    type: event,
    sequence: row.eventCount + 1,
    txid: standing.txid,
    address: row.address,
    amount: row.amountSats,
    received: standing.received,
    confirmations: confirmations(standing.coveredHeight, tipHeight),
    webhookUrl: row.webhookUrl,
  };
}
