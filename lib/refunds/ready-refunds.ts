import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import type { Actor } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { invalidField } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import { keysVisibleTo } from '@/lib/keys/key-conditions';
import { requireIntact } from '@/lib/keys/seal';
import { refundNotFound, requireOpen } from './refund-row';

interface ReadyRefund {
  readonly id: string;
  readonly paymentId: string;
  readonly network: Network;
  readonly address: string;
  readonly sats: Sats;
  /** The reference of the payment. */
  readonly label: string | null;
}

/**
 * Returns refunds that one transaction can pay.
 *
 * @throws Problem `not_found`, also for a refund that the actor may not see; `refund_not_open`;
 * `invalid_request` for refunds without an address or of several networks; `address_not_verified`
 * if a refund was changed in the database
 */
export async function readyRefunds(
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadyRefund[]> {
  const rows = await db
    .select({ row: refund, label: payment.reference })
    .from(refund)
    .innerJoin(payment, eq(payment.id, refund.paymentId))
    .where(and(isAmong(refund.id, ids), inArray(refund.apiKeyId, keysVisibleTo(db, actor))))
    .orderBy(asc(refund.createdAt), asc(refund.id));
  if (rows.length < new Set(ids).size) throw refundNotFound();
  if (new Set(rows.map(({ row }) => row.network)).size > 1) {
    throw invalidField('/ids', 'invalid_value', 'Choose refunds of one network.');
  }
  return rows.map(({ row, label }) => {
    const { id, paymentId, network, address, amountSats: sats } = requireIntact('refund', row);
    requireOpen(row);
    if (address !== null) return { id, paymentId, network, address, sats, label };
    throw invalidField('/ids', 'invalid_value', 'Choose refunds whose address is known.');
  });
}
