import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { deriveReceive } from '@/lib/bitcoin/derive';
import type { PaymentStatus } from '@/lib/domain/payment';
import { Problem } from '@/lib/domain/problems';
import type { Caller } from '@/lib/keys/authenticate';
import { type Destination, type NewPayment, newPaymentRow } from './new-payment';
import type { PaymentRow } from './payment-row';

/** How many indexes in a row may be found used before something must be wrong. */
const MAX_USED_IN_A_ROW = 100;

const ACTIVE: readonly PaymentStatus[] = ['pending', 'detected'];

/**
 * Inserts a payment to a customer-provided address.
 *
 * @throws Problem `address_in_use` while another active payment holds the address
 */
export async function insertCustom(
  tx: Db,
  caller: Caller,
  request: NewPayment,
  destination: Destination,
  now: Date,
): Promise<PaymentRow> {
  const row = newPaymentRow(caller, request, destination, now);
  const free = !(await isUsed(tx, caller, row.script, ACTIVE));
  if (free && (await insertUnlessHeld(tx, row))) return row;
  throw new Problem(
    'address_in_use',
    'Another active payment uses this destination_address. Wait until it ends, cancel it, or use another address.',
  );
}

/**
 * Inserts a payment to the next address of the caller's wallet. The wallet's row stays locked to
 * the end of the transaction, so an index is taken if and only if the payment exists.
 */
export async function insertDerived(
  tx: Db,
  caller: Caller,
  request: NewPayment,
  now: Date,
): Promise<PaymentRow> {
  for (let tries = 0; tries < MAX_USED_IN_A_ROW; tries += 1) {
    const index = await takeIndex(tx, caller.walletId);
    const { address, script } = deriveReceive(caller.descriptor, caller.network, index);
    if (await isUsed(tx, caller, script)) continue;
    const destination = {
      address,
      script,
      walletId: caller.walletId,
      derivationIndex: index,
      watchFromHeight: 0,
    };
    const row = newPaymentRow(caller, request, destination, now);
    if (await insertUnlessHeld(tx, row)) return row;
  }
  throw new Error(`${MAX_USED_IN_A_ROW} addresses in a row of wallet ${caller.walletId} are used`);
}

async function takeIndex(tx: Db, walletId: string): Promise<number> {
  const [row] = await tx
    .update(wallet)
    .set({ nextIndex: sql`${wallet.nextIndex} + 1` })
    .where(eq(wallet.id, walletId))
    .returning({ next: wallet.nextIndex });
  if (!row) throw new Error('an API key without its wallet: the foreign key forbids it');
  return row.next - 1;
}

/**
 * Whether a payment, in one of these states if given, has the address. For the wallet's next one any counts:
 * it may have been named as a customer-provided one. For that one only an active payment does, and
 * it need not hold the address: a reorg can make it active while another holds it.
 */
async function isUsed(
  tx: Db,
  caller: Caller,
  script: string,
  statuses?: readonly PaymentStatus[],
): Promise<boolean> {
  const [row] = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.network, caller.network),
        eq(payment.script, script),
        statuses && inArray(payment.status, [...statuses]),
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
