import { and, asc, between, count, eq, inArray, isNull, or, sql, sum } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { MAX_CONFIRMATIONS } from '@/lib/domain/confirmations';
import type { Network } from '@/lib/domain/network';
import type { PaymentRow } from '../payment-row';
import { type HeldBlock, newestBlocks } from './newest-blocks';
import { type Reorg, reorgAmong } from './reorgs';
import { unconfirmedMoney } from './unconfirmed-money';

/**
 * A block with the payments that reached their required depth in it, and their amount in blocks.
 */
export interface StripBlock extends HeldBlock {
  readonly sats: number;
  readonly payments: number;
}

/** A payment waiting for the block that will confirm it, or confirmed by the newest block. */
export type OpenPayment = Pick<
  PaymentRow,
  | 'id'
  | 'status'
  | 'flags'
  | 'reference'
  | 'receivedSats'
  | 'requiredConfirmations'
  | 'coveredHeight'
>;

export interface BlockStrip {
  /** The newest blocks up to the cursor, oldest first. */
  readonly blocks: readonly StripBlock[];
  /**
   * Detected payments and payments that the newest block confirmed, by confirming block; at most
   * {@link OPEN_SHOWN}.
   */
  readonly open: readonly OpenPayment[];
  /** Detected payments that blocks do not cover yet. */
  readonly mempool: { readonly sats: number; readonly payments: number };
  /** The newest reorg that replaced one of the blocks. */
  readonly reorg: Reorg | null;
}

export const OPEN_SHOWN = 8;

export const NO_BLOCKS: BlockStrip = {
  blocks: [],
  open: [],
  mempool: { sats: 0, payments: 0 },
  reorg: null,
};

/** The newest blocks of a network and the payments of these keys on it. */
export async function blockStrip(
  db: Db,
  network: Network,
  keyIds: readonly string[],
): Promise<BlockStrip> {
  const wanted = { network, keyIds };
  const blocks = await newestBlocks(db, network);
  const confirmed = await confirmedBy(db, wanted, blocks);
  return {
    blocks: blocks.map((one) => {
      const row = confirmed.find(({ height }) => height === one.height);
      return { ...one, sats: row?.sats ?? 0, payments: row?.payments ?? 0 };
    }),
    open: await openPayments(db, wanted, blocks.at(-1)?.height ?? 0),
    mempool: await inMempool(db, wanted),
    reorg: await reorgAmong(db, network, blocks),
  };
}

interface StripKeys {
  readonly network: Network;
  readonly keyIds: readonly string[];
}

/** The height at which the covering block has the required depth. */
const confirmingHeight = sql<number>`${payment.coveredHeight} + ${payment.requiredConfirmations} - 1`;

async function confirmedBy(db: Db, wanted: StripKeys, blocks: readonly HeldBlock[]) {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (!first || !last) return [];
  const unconfirmed = unconfirmedMoney(db);
  return db
    .select({
      height: confirmingHeight.as('confirming_height'),
      sats: sum(sql`${payment.receivedSats} - coalesce(${unconfirmed.sats}, 0)`).mapWith(Number),
      payments: count(),
    })
    .from(payment)
    .leftJoin(unconfirmed, eq(unconfirmed.paymentId, payment.id))
    .where(and(of(wanted), confirmedBetween(first.height, last.height)))
    .groupBy(sql`confirming_height`);
}

async function openPayments(db: Db, wanted: StripKeys, tip: number): Promise<OpenPayment[]> {
  return (
    db
      .select({
        id: payment.id,
        status: payment.status,
        flags: payment.flags,
        reference: payment.reference,
        receivedSats: payment.receivedSats,
        requiredConfirmations: payment.requiredConfirmations,
        coveredHeight: payment.coveredHeight,
      })
      .from(payment)
      .where(and(of(wanted), or(eq(payment.status, 'detected'), confirmedBetween(tip, tip))))
      // Nulls are last: the mempool comes after the blocks.
      .orderBy(asc(confirmingHeight), asc(payment.requiredConfirmations), asc(payment.createdAt))
      .limit(OPEN_SHOWN)
  );
}

async function inMempool(db: Db, wanted: StripKeys) {
  const [row] = await db
    .select({ sats: sum(payment.receivedSats).mapWith(Number), payments: count() })
    .from(payment)
    .where(and(of(wanted), eq(payment.status, 'detected'), isNull(payment.coveredHeight)));
  return { sats: row?.sats ?? 0, payments: row?.payments ?? 0 };
}

function of({ network, keyIds }: StripKeys) {
  return and(eq(payment.network, network), inArray(payment.apiKeyId, [...keyIds]));
}

/** SQL of payments confirmed in a range of blocks; the index includes the covering height. */
function confirmedBetween(first: number, last: number) {
  return and(
    eq(payment.status, 'confirmed'),
    between(payment.coveredHeight, first - MAX_CONFIRMATIONS + 1, last),
    between(confirmingHeight, first, last),
  );
}
