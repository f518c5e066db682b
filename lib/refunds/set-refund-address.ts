import { eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { refund } from '@/db/schema/refunds';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member, OPERATOR } from '@/lib/domain/actor';
import type { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import { notifyRefundChanged } from './notify-refund-changed';
import { checkRefundAddress, readWatchStart } from './refund-address';
import {
  type LockedRefund,
  lockRefund,
  type RefundRow,
  requireOpen,
  sealRefund,
} from './refund-row';

interface SetAddressDeps {
  readonly db: Db;
  /** This signal makes the follower search the mempool for the refund's address soon. */
  readonly newPayments: NewPaymentSignal;
}

interface AddressRequest {
  readonly refundId: string;
  readonly address: string;
}

/**
 * Records the address that a member entered for a refund. It may change until the refund is sent.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`; `refund_not_open` once it is sent or
 *  dropped; the problems of {@link checkRefundAddress}
 */
export async function setRefundAddress(
  { db, newPayments }: SetAddressDeps,
  actor: Member,
  { refundId, address }: AddressRequest,
  now: Date,
): Promise<RefundRow> {
  assertMayChange(actor);
  const row = await db.transaction(async (tx) => {
    const locked = await lockRefund(tx, actor, refundId);
    const changed = await writeAddress(tx, locked, address, 'merchant', now);
    if (changed === locked.row) return changed;
    const data = { address: changed.address, refund_id: refundId };
    await recordAuditEntry(tx, actor, 'refund.set_address', locked.payment.id, data, now);
    return changed;
  });
  newPayments.emit(row.network);
  return row;
}

/**
 * Records the address that the customer entered on the link's page. The caller must have checked
 * the link: see {@link refundOfLink}.
 *
 * @throws Problem as {@link setRefundAddress}
 */
export async function setRefundAddressByCustomer(
  { db, newPayments }: SetAddressDeps,
  { refundId, address }: AddressRequest,
  now: Date,
): Promise<RefundRow> {
  const row = await db.transaction(async (tx) =>
    writeAddress(tx, await lockRefund(tx, OPERATOR, refundId), address, 'customer', now),
  );
  newPayments.emit(row.network);
  return row;
}

/** Maximum number of former addresses, because each costs a look-up at some sources. */
const MAX_FORMER = 20;

/** Returns the refund's former scripts after its script has changed to `next`. */
export function formerScripts(
  { script, formerScripts: former }: RefundRow,
  next: string,
): string[] {
  const all = new Set([...former, ...(script === null ? [] : [script])]);
  all.delete(next);
  return [...all].slice(-MAX_FORMER);
}

async function writeAddress(
  tx: Db,
  { row, payment }: LockedRefund,
  text: string,
  addressGivenBy: 'merchant' | 'customer',
  now: Date,
): Promise<RefundRow> {
  requireOpen(row);
  const { address, script } = await checkRefundAddress(tx, payment, text, row.amountSats);
  if (script === row.script) return row;
  const [changed] = await tx
    .update(refund)
    .set({
      address,
      script,
      addressGivenBy,
      addressGivenAt: now,
      // Only the first address sets the block from which outputs count, because former addresses
      // stay watched from this block on.
      ...(row.script === null && (await readWatchStart(tx, row.network))),
      formerScripts: formerScripts(row, script),
      isNewAddress: true,
      searchHeight: null,
      claimedTxid: null,
      status: 'ready',
      updatedAt: now,
    })
    .where(eq(refund.id, row.id))
    .returning();
  await notifyRefundChanged(tx, payment);
  return changed ? sealRefund(tx, changed) : row;
}
