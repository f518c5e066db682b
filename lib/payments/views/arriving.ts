import { and, asc, between, count, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import { MAX_CONFIRMATIONS } from '@/lib/domain/confirmations';
import type { Network } from '@/lib/domain/network';
import type { PaymentRow } from '../payment-row';
import { newestBlocks, type StoredBlock } from './newest-blocks';

/** A payment whose money is unconfirmed, or was confirmed by the newest block. */
export type ArrivingPayment = Pick<
  PaymentRow,
  | 'id'
  | 'status'
  | 'flags'
  | 'reference'
  | 'amountSats'
  | 'receivedSats'
  | 'price'
  | 'requiredConfirmations'
  | 'coveredHeight'
>;

export interface ArrivingPayments {
  /** The newest followed blocks, oldest first. */
  readonly blocks: readonly StoredBlock[];
  /** Ordered by the block that confirms them, then by age; at most {@link SHOWN}. */
  readonly payments: readonly ArrivingPayment[];
  readonly count: number;
  readonly unpaid: number;
}

const SHOWN = 12;

export const NOTHING_ARRIVING: ArrivingPayments = { blocks: [], payments: [], count: 0, unpaid: 0 };

/** Returns these keys' payments with unconfirmed money, and the blocks that confirm it. */
export async function readArrivingPayments(
  db: Db,
  network: Network,
  keyIds: readonly string[],
): Promise<ArrivingPayments> {
  const blocks = (await newestBlocks(db, network)).slice(-MAX_CONFIRMATIONS);
  const tip = blocks.at(-1)?.height ?? 0;
  const ours = and(eq(payment.network, network), isAmong(payment.apiKeyId, keyIds));
  const isDetected = and(ours, eq(payment.status, 'detected'));
  const isPart = and(ours, eq(payment.status, 'pending'), gt(payment.receivedSats, sql`0`));
  const confirmingHeight = sql`${payment.coveredHeight} + ${payment.requiredConfirmations} - 1`;
  const isJustConfirmed = and(
    ours,
    eq(payment.status, 'confirmed'),
    between(payment.coveredHeight, tip - MAX_CONFIRMATIONS + 1, tip),
    sql`${confirmingHeight} = ${tip}`,
  );
  const all = sql`(${isDetected}) or (${isPart}) or (${isJustConfirmed})`;
  const found = await db
    .select(SHOWN_COLUMNS)
    .from(payment)
    .where(all)
    // PostgreSQL sorts nulls last, so the mempool comes after the blocks.
    .orderBy(asc(confirmingHeight), asc(payment.requiredConfirmations), asc(payment.createdAt))
    .limit(SHOWN);
  const [detected, part, pending] = await Promise.all([
    countOf(db, isDetected),
    countOf(db, isPart),
    countOf(db, and(ours, eq(payment.status, 'pending'))),
  ]);
  return { blocks, payments: found, count: detected + part, unpaid: pending - part };
}

const SHOWN_COLUMNS = {
  id: payment.id,
  status: payment.status,
  flags: payment.flags,
  reference: payment.reference,
  amountSats: payment.amountSats,
  receivedSats: payment.receivedSats,
  price: payment.price,
  requiredConfirmations: payment.requiredConfirmations,
  coveredHeight: payment.coveredHeight,
};

async function countOf(db: Db, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ payments: count() }).from(payment).where(where);
  return row?.payments ?? 0;
}
