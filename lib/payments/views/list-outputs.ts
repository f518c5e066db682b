import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { output } from '@/db/schema/payments';
import type { Member } from '@/lib/domain/actor';
import type { Sats } from '@/lib/domain/sats';
import { getPayment } from '../get-payment';

/** Anyone can send outputs to an address, so without pages a response could have thousands. */
const PAGE = 50;

/** An output to a payment's address, even if it no longer counts. */
export interface PaymentOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  /** Null while unconfirmed. */
  readonly height: number | null;
  readonly firstSeenAt: Date;
  /** Whether the output's transaction was replaced or dropped. */
  readonly gone: boolean;
  readonly replacedBy: string | null;
}

export interface OutputPage {
  /** In the order in which they were first seen. */
  readonly outputs: readonly PaymentOutput[];
  readonly hasMore: boolean;
}

export interface MoreOutputs extends OutputPage {
  /** The height from which confirmations are computed. */
  readonly chainHeight: number | null;
}

export interface Outpoint {
  readonly txid: string;
  readonly vout: number;
}

/**
 * Returns a page of a payment's outputs.
 *
 * @param after the last output of the previous page; an unknown output returns an empty page
 * @throws Problem `payment_not_found`, also for a payment of another merchant
 */
export async function listOutputs(
  db: Db,
  actor: Member,
  paymentId: string,
  after: Outpoint | undefined,
): Promise<MoreOutputs> {
  const { chainHeight } = await getPayment(db, actor, paymentId);
  return { ...(await readOutputs(db, paymentId, after)), chainHeight };
}

/** Returns a page of outputs. The actor must be allowed to see the payment. */
export async function readOutputs(
  db: Db,
  paymentId: string,
  after?: Outpoint,
): Promise<OutputPage> {
  const isAfter =
    after &&
    sql`(${output.firstSeenAt}, ${output.txid}, ${output.vout}) > (
      select o.first_seen_at, o.txid, o.vout from output o
      where o.payment_id = ${paymentId} and o.txid = ${after.txid} and o.vout = ${after.vout})`;
  // Without the subquery, PostgreSQL could join all outputs before it cuts the page.
  const page = db
    .select()
    .from(output)
    .where(and(eq(output.paymentId, paymentId), isAfter))
    .orderBy(output.firstSeenAt, output.txid, output.vout)
    .limit(PAGE + 1)
    .as('page');
  const rows = await db
    .select({
      txid: page.txid,
      vout: page.vout,
      sats: page.sats,
      height: page.height,
      firstSeenAt: page.firstSeenAt,
      gone: page.gone,
      replacedBy: transaction.replacedBy,
    })
    .from(page)
    .innerJoin(
      transaction,
      and(eq(transaction.network, page.network), eq(transaction.txid, page.txid)),
    )
    .orderBy(page.firstSeenAt, page.txid, page.vout);
  return { outputs: rows.slice(0, PAGE), hasMore: rows.length > PAGE };
}
