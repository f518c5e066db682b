import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { prepareStatement } from '@/db/prepare-statement';
import { payment } from '@/db/schema/payments';
import { refund, refundOutput } from '@/db/schema/refunds';
import { MAX_CONFIRMATIONS } from '@/lib/domain/confirmations';
import type { Network } from '@/lib/domain/network';
import {
  assignRefundOutputs,
  isRefundSent,
  type RefundStanding,
  refundEvents,
  type WatchedRefund,
} from '@/lib/domain/refund';
import { isIntact } from '@/lib/keys/seal';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { notifyRefundChanged } from './notify-refund-changed';
import { type RefundEvent, recordRefundEvents } from './record-refund-events';
import { type RefundRow, sealRefund } from './refund-row';
import { selectValidOutputs } from './select-valid-outputs';

const tip = sql`${sql.placeholder('tipHeight')}::int`;
const depthReached = sql`${tip} - required_confirmations + 1`;

/** Each condition bounds an indexed column, so that PostgreSQL does not read the whole table. */
const findAffected = prepareStatement<{ readonly script: string }>(sql`
  select script from ${refundOutput}
  where network = ${sql.placeholder('network')} and txid = any(${sql.placeholder('txids')}::text[])
  union
  select script from ${refund}
  where network = ${sql.placeholder('network')} and status = 'sent'
    and height <= ${tip} and height <= ${depthReached}
  union
  select script from ${refund}
  where network = ${sql.placeholder('network')} and status = 'confirmed'
    and height > ${tip} - ${sql.raw(String(MAX_CONFIRMATIONS))} + 1 and height > ${depthReached}`);

/**
 * Recomputes the refunds that `txids` pay, and the refunds that gain or lose their required depth
 * at `tipHeight`. Writes the events of each change in the follower's transaction.
 */
export async function recomputeRefunds(
  tx: Db,
  network: Network,
  txids: readonly string[],
  tipHeight: number,
  now: Date,
): Promise<void> {
  const affected = await findAffected(tx, { network, txids, tipHeight });
  const scripts = affected.map(({ script }) => script);
  await recomputeRefundsOfScripts(tx, network, scripts, tipHeight, now);
}

/**
 * Recomputes the refunds to these scriptPubKeys in the follower's transaction, and returns their
 * ids. Leaves out refunds that got their address after the payments were locked, because the next
 * read recomputes them. Also leaves out refunds that were changed in the database.
 */
export async function recomputeRefundsOfScripts(
  tx: Db,
  network: Network,
  scripts: readonly string[],
  tipHeight: number,
  now: Date,
): Promise<string[]> {
  if (scripts.length === 0) return [];
  const payments = (await lockPayments(tx, network, scripts)).filter((row) =>
    isIntact('payment', row),
  );
  const locked = payments.map(({ id }) => id);
  const found = await tx
    .select()
    .from(refund)
    .where(and(paidAt(network, scripts), isAmong(refund.paymentId, locked)))
    .orderBy(asc(refund.createdAt), asc(refund.id))
    .for('update');
  const rows = found.filter((row) => isIntact('refund', row));
  const outputs = await selectValidOutputs(tx, scripts, eq(refundOutput.network, network));
  const standings = scripts.map((script) =>
    assignRefundOutputs(
      rows.filter((row) => row.script === script).map(watchedOf),
      outputs.filter((output) => output.script === script),
      tipHeight,
    ),
  );
  const settled = new Map(standings.flatMap((ofScript) => [...ofScript]));
  const events = new Map<string, RefundEvent[]>();
  const changed = new Set<string>();
  for (const before of rows) {
    const standing = settled.get(before.id);
    if (!standing || !hasChanged(before, standing)) continue;
    const after = await writeStanding(tx, before, standing, now);
    changed.add(before.paymentId);
    const types = refundEvents(standingOf(before), standing);
    const list = events.get(before.paymentId) ?? [];
    events.set(before.paymentId, [...list, ...types.map((type) => ({ type, row: after }))]);
  }
  for (const row of payments) {
    await recordRefundEvents(tx, row, events.get(row.id) ?? [], tipHeight, now);
    // An output with another amount, or at a former address, is shown but changes nothing else.
    const isUnpaid = rows.some((one) => one.paymentId === row.id && !isRefundSent(one.status));
    if (changed.has(row.id) || isUnpaid) await notifyRefundChanged(tx, row);
  }
  return rows.map(({ id }) => id);
}

function paidAt(network: Network, scripts: readonly string[]) {
  const { script, formerScripts } = refund;
  const isFormer = sql`${formerScripts} <> '{}' and ${formerScripts} && ${sql.param([...scripts])}::text[]`;
  return and(eq(refund.network, network), or(isAmong(script, scripts), isFormer));
}

/** Locks the refunds' payments before the refunds, as every change of a refund does. */
async function lockPayments(
  tx: Db,
  network: Network,
  scripts: readonly string[],
): Promise<readonly PaymentRow[]> {
  const ids = tx.select({ id: refund.paymentId }).from(refund).where(paidAt(network, scripts));
  return tx
    .select()
    .from(payment)
    .where(inArray(payment.id, ids))
    .orderBy(asc(payment.id))
    .for('update');
}

function standingOf(row: RefundRow): RefundStanding {
  const { status, amountSats: amount, txid, vout, height, announcedTxid } = row;
  return { status, amount, txid, vout, height, announcedTxid };
}

function watchedOf(row: RefundRow): WatchedRefund {
  return {
    ...standingOf(row),
    id: row.id,
    hasAddress: row.script !== null,
    isDropped: row.droppedAt !== null,
    askedAmounts: row.askedSats,
    requiredConfirmations: row.requiredConfirmations,
    claimedTxid: row.claimedTxid,
  };
}

function hasChanged(row: RefundRow, standing: RefundStanding): boolean {
  return (
    standing.status !== row.status ||
    standing.txid !== row.txid ||
    standing.vout !== row.vout ||
    standing.height !== row.height
  );
}

async function writeStanding(
  tx: Db,
  row: RefundRow,
  { status, amount, ...found }: RefundStanding,
  now: Date,
): Promise<RefundRow> {
  const sent = isRefundSent(status);
  const [after] = await tx
    .update(refund)
    .set({
      ...found,
      status,
      amountSats: amount,
      feeSats: found.txid === row.txid ? row.feeSats : null,
      // Request an unknown fee again: some sources know it only before, or only after, the block.
      wantsFee: sent && (found.txid !== row.txid || row.feeSats === null),
      searchHeight: sent ? null : row.searchHeight,
      sentAt: sent ? (row.sentAt ?? now) : null,
      confirmedAt: status === 'confirmed' ? (row.confirmedAt ?? now) : null,
      updatedAt: now,
    })
    .where(eq(refund.id, row.id))
    .returning();
  if (!after) return row;
  return amount === row.amountSats ? after : sealRefund(tx, after);
}
