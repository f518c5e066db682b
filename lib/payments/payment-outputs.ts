import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { transaction } from '@/db/schema/chain';
import { output } from '@/db/schema/payments';
import type { Sats } from '@/lib/domain/sats';

/** An output to a payment's address, also one that no longer counts. */
export interface PaymentOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: Sats;
  /** Height of its block; null while it is unconfirmed. */
  readonly height: number | null;
  readonly firstSeenAt: Date;
  /** True once its transaction vanished or was replaced. */
  readonly gone: boolean;
  readonly replacedBy: string | null;
}

/** Every output that ever paid a payment, in the order they were seen. */
export async function paymentOutputs(db: Db, paymentId: string): Promise<PaymentOutput[]> {
  return db
    .select({
      txid: output.txid,
      vout: output.vout,
      sats: output.sats,
      height: transaction.height,
      firstSeenAt: transaction.firstSeenAt,
      gone: transaction.gone,
      replacedBy: transaction.replacedBy,
    })
    .from(output)
    .innerJoin(
      transaction,
      and(eq(transaction.network, output.network), eq(transaction.txid, output.txid)),
    )
    .where(eq(output.paymentId, paymentId))
    .orderBy(asc(transaction.firstSeenAt), asc(output.txid), asc(output.vout));
}
