import { eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { LOCK_NAMES, lock } from '@/db/locks';
import { prepareStatement } from '@/db/prepare-statement';
import { recordset } from '@/db/recordset';
import { wallet } from '@/db/schema/accounts';
import { transaction } from '@/db/schema/chain';
import { newAddress, output, payment, paymentChange } from '@/db/schema/payments';
import { confirmationRate } from '@/db/schema/rates';
import { chunk } from '@/lib/domain/chunk';
import { isPaid, NOTHING_RECEIVED, type PaymentStanding, type Tally } from '@/lib/domain/payment';
import { settle } from '@/lib/domain/settle';
import { findDecisionReasons } from '@/lib/domain/worklist';
import { withSeal } from '@/lib/keys/seal';
import { insertIfAddressUnused } from '../insert-payment-rows';
import { type KeyWallet, lockWallet } from '../next-addresses';
import { insertExtras, type PaymentExtra } from '../payment-extra';
import { customerOf, type PaymentRow, standingOf } from '../payment-row';
import { tallyOutputs } from '../tally-outputs';
import type { CheckedOutput } from './check-outputs';

export interface ImportedPayment {
  /** The row without received money. */
  readonly draft: PaymentRow;
  readonly extra: PaymentExtra;
  readonly outputs: readonly CheckedOutput[];
  /**
   * Whether the other program has not settled the payment, so its confirmation still needs an
   * event.
   */
  readonly isOpen: boolean;
  /** Whether to search the mempool for the payment's address, where more money may already be. */
  readonly isWatched: boolean;
}

type ImportWallet = Pick<KeyWallet, 'walletId' | 'network'>;

/** Rows per statement. PostgreSQL accepts at most 65,535 values in one statement. */
const ROWS = 1_000;

export interface ImportContext {
  readonly tipHeight: number;
  /** The wallet's next index is raised to this, never lowered. */
  readonly nextIndex: number;
  readonly now: Date;
}

/**
 * Inserts another program's payments in the state that Blocktally would have given them, and
 * reserves the addresses that the program has issued. Writes no events, because the program has
 * already reported everything.
 *
 * @returns the imported rows, without payments whose address is already known here
 */
export async function importPayments(
  tx: Db,
  of: ImportWallet,
  given: readonly ImportedPayment[],
  moment: ImportContext,
): Promise<readonly PaymentRow[]> {
  const imported = given.map((one) => ({ ...one, draft: withSeal('payment', one.draft) }));
  await lockWallet(tx, of);
  await lock(tx, LOCK_NAMES.addresses(of.network));
  await tx
    .update(wallet)
    .set({ nextIndex: sql`greatest(${wallet.nextIndex}, ${moment.nextIndex}::int)` })
    .where(eq(wallet.id, of.walletId));
  const ids = await insertIfAddressUnused(
    tx,
    imported.map(({ draft }) => draft),
  );
  const made = imported.filter(({ draft }) => ids.has(draft.id));
  if (made.length === 0) return [];
  await insertOutputs(tx, of, made);
  const tallies = await tallyOutputs(tx, [...ids]);
  const rows = made.map((one) =>
    settledRow(one, tallies.get(one.draft.id) ?? NOTHING_RECEIVED, moment),
  );
  await updateRows(tx, { rows: columns.json(rows) });
  await insertRelated(tx, made, rows);
  return rows;
}

async function insertOutputs(
  tx: Db,
  { network }: ImportWallet,
  made: readonly ImportedPayment[],
): Promise<void> {
  const outputs = made.flatMap(({ draft, outputs: of }) =>
    of.map((one) => ({ ...one, paymentId: draft.id })),
  );
  for (const part of chunk(outputs, ROWS)) {
    const seen = part.map(({ txid, height, seenAt: firstSeenAt, spends }) => {
      return { network, txid, height, firstSeenAt, spends: [...spends] };
    });
    await tx.insert(transaction).values(seen).onConflictDoNothing();
    const paid = part.map(({ txid, vout, sats, paymentId }) => {
      return { network, txid, vout, sats, paymentId };
    });
    await tx.insert(output).values(paid).onConflictDoNothing();
  }
}

const columns = recordset(payment, 'rows');
const updateRows = prepareStatement(sql`
  update ${payment} p set ${sql.join(
    Object.values(getTableColumns(payment)).map(
      ({ name }) => sql`${sql.identifier(name)} = d.${sql.identifier(name)}`,
    ),
    sql`, `,
  )}
  from ${columns.rows} d where p.id = d.id`);

/**
 * Returns the row with the status and amounts that its outputs give, and the times at which the
 * other program saw them.
 */
function settledRow(
  { draft, outputs, isOpen }: ImportedPayment,
  tally: Tally,
  { tipHeight, now }: ImportContext,
): PaymentRow {
  const hasExpired = draft.expiresAt <= now;
  const before: PaymentStanding = {
    ...standingOf(draft),
    status: hasExpired ? 'expired' : 'pending',
  };
  const terms = {
    amount: draft.amountSats,
    required: draft.requiredSats,
    requiredConfirmations: draft.requiredConfirmations,
    expiresAt: draft.expiresAt,
  };
  const settled = settle(terms, before, tally, tipHeight, draft.expiresAt).standing;
  const isNews = isOpen && settled.status === 'confirmed';
  // A confirmed payment that the other program has not settled is imported as detected, so the next
  // block confirms it with an event. The other program may never report the confirmation.
  const status = isNews ? 'detected' : settled.status;
  const paidAt = outputs.reduce<Date | null>(
    (last, { seenAt }) => (last && last > seenAt ? last : seenAt),
    null,
  );
  return {
    ...draft,
    status,
    flags: [...settled.flags],
    // A payment that ended in the other program needs no decision here.
    handled: isOpen ? [] : findDecisionReasons({ status, flags: settled.flags }),
    holdsAddress: status === 'pending' || status === 'detected',
    receivedSats: settled.received,
    txid: settled.txid,
    coveredHeight: settled.coveredHeight,
    announcedTxid: isNews ? null : settled.announcedTxid,
    detectedAt: isPaid(status) ? paidAt : null,
    confirmedAt: status === 'confirmed' ? paidAt : null,
    expiredAt: status === 'expired' ? draft.expiresAt : null,
    updatedAt: now,
  };
}

async function insertRelated(
  tx: Db,
  made: readonly ImportedPayment[],
  rows: readonly PaymentRow[],
): Promise<void> {
  await insertExtras(
    tx,
    made.map(({ draft, extra }) => ({
      ...extra,
      paymentId: draft.id,
      customer: customerOf(draft),
    })),
  );
  const watched = made.filter(({ isWatched }) => isWatched);
  if (watched.length > 0) {
    await tx.insert(newAddress).values(watched.map(({ draft }) => ({ paymentId: draft.id })));
  }
  const changes: (typeof paymentChange.$inferInsert)[] = [];
  const rates: (typeof confirmationRate.$inferInsert)[] = [];
  for (const row of rows) {
    const { id, status, flags, receivedSats, txid, coveredHeight, price } = row;
    const at = row.confirmedAt ?? row.detectedAt ?? row.expiredAt;
    if (!at) continue;
    changes.push({ paymentId: id, at, status, flags, receivedSats, txid, coveredHeight });
    if (status !== 'confirmed' || !price) continue;
    // Exchanges do not return past rates, so reports use the rate at which the payment was priced.
    const { currency, rate, source } = price;
    const quotedAt = new Date(price.quotedAt);
    const known = { currency, rate, source, quotedAt, confirmedAt: at, wanted: false };
    rates.push({ ...known, paymentId: id });
  }
  for (const part of chunk(changes, ROWS)) await tx.insert(paymentChange).values(part);
  for (const part of chunk(rates, ROWS)) await tx.insert(confirmationRate).values(part);
}
