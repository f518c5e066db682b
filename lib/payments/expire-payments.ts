import { and, eq, getTableColumns, lte, notExists, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { chain } from '@/db/schema/chain';
import { newAddress, payment } from '@/db/schema/payments';
import type { Network } from '@/lib/domain/network';
import { isIntact } from '@/lib/keys/seal';
import { readExtras } from './payment-extra';
import type { PaymentRow } from './payment-row';
import {
  changePaymentStanding,
  noPaymentChangeHook,
  type PaymentChangeHook,
  recordStandings,
} from './record-standings';

const PAYMENTS_PER_TRANSACTION = 1_000;

/**
 * Expires overdue payments and records their events. A payment expires only after its chain was
 * read past the expiry, and the mempool was searched for its customer-provided address.
 *
 * @returns the number of payments that expired
 */
export async function expirePayments(
  db: Db,
  now: Date,
  afterChange: PaymentChangeHook = noPaymentChangeHook,
): Promise<number> {
  let total = 0;
  for (;;) {
    const expired = await expireSome(db, now, afterChange);
    total += expired;
    if (expired < PAYMENTS_PER_TRANSACTION) return total;
  }
}

async function expireSome(db: Db, now: Date, afterChange: PaymentChangeHook): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await lockDue(tx, now);
    const ids = rows.map(({ id }) => id);
    const extras = await readExtras(tx, ids);
    const moved = rows.map((row) => changePaymentStanding(row, { status: 'expired' }));
    await recordStandings(tx, moved, { extras, tipHeight: 0, now });
    if (ids.length > 0) await afterChange(tx, ids, now);
    return moved.length;
  });
}

/**
 * Locks overdue payments. Altered rows are left out, because their events would have a wrong
 * address.
 */
async function lockDue(tx: Db, now: Date): Promise<PaymentRow[]> {
  const rows = await tx
    .select(getTableColumns(payment))
    .from(payment)
    .innerJoin(chain, eq(chain.network, payment.network))
    .where(
      and(
        eq(payment.status, 'pending'),
        lte(payment.expiresAt, chain.readAt),
        lte(payment.expiresAt, now),
        // A read time in the future comes from a clock that was ahead, so it proves nothing.
        lte(chain.readAt, now),
        notExists(tx.select().from(newAddress).where(eq(newAddress.paymentId, payment.id))),
      ),
    )
    .limit(PAYMENTS_PER_TRANSACTION)
    .for('update', { of: payment, skipLocked: true });
  return rows.filter((row) => isIntact('payment', row));
}

/**
 * Returns the earliest expiry of a pending payment, possibly in the past; null if none is pending.
 */
export async function nextExpiryAt(db: Db, networks: Iterable<Network>): Promise<Date | null> {
  const [row] = await db.execute<{ at: string | null }>(sql`
    select min(first.expires_at) as at
    from unnest(${sql.param([...networks])}::text[]) followed(network)
    cross join lateral (
      -- One step of the index, not a scan of all pending payments.
      select p.expires_at from ${payment} p
      where p.network = followed.network and p.status = 'pending'
      order by p.expires_at limit 1
    ) first`);
  return row?.at ? new Date(row.at) : null;
}
