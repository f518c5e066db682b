import { and, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import type { KeyActor } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { type Destination, type NewPayment, newPaymentRow } from './new-payment';
import type { PaymentRow } from './payment-row';

/**
 * Inserts a payment to a customer-provided address.
 *
 * @throws Problem `address_in_use` while another active payment holds the address, and always when
 *   it was made for a payment of another merchant
 */
export async function insertCustom(
  tx: Db,
  caller: KeyActor,
  request: NewPayment,
  destination: Destination,
  now: Date,
): Promise<PaymentRow> {
  const row = newPaymentRow(caller, request, destination, now);
  const free = !(await isUsed(tx, caller, row.script));
  if (free && (await insertUnlessHeld(tx, row))) return row;
  throw new Problem(
    'address_in_use',
    'Another payment has this destination_address. If it is one of yours, wait until it ends or cancel it; else use another address.',
  );
}

/**
 * Whether an active payment has the address, which it need not hold: a reorg can make it active
 * while another does. Or another merchant's wallet gave it out: what comes late is that merchant's.
 */
async function isUsed(tx: Db, caller: KeyActor, script: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(apiKey, eq(apiKey.id, payment.apiKeyId))
    .where(
      and(
        eq(payment.network, caller.network),
        eq(payment.script, script),
        or(
          inArray(payment.status, ['pending', 'detected']),
          and(isNotNull(payment.derivationIndex), ne(apiKey.merchantId, caller.merchantId)),
        ),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** False when an active payment holds the address: the unique index decides, also in a race. */
async function insertUnlessHeld(tx: Db, row: PaymentRow): Promise<boolean> {
  const inserted = await tx
    .insert(payment)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: payment.id });
  return inserted.length > 0;
}
