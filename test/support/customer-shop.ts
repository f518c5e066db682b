import { randomBytes } from 'node:crypto';
import type { Db } from '@/db/client';
import { payment } from '@/db/schema/payments';
import { refund } from '@/db/schema/refunds';
import { type ListCustomersOptions, listCustomers } from '@/lib/customers/list-customers';
import type { Currency } from '@/lib/domain/currency';
import type { Customer } from '@/lib/domain/customer';
import { newId } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { withSeal } from '@/lib/keys/seal';
import { insertExtras, NO_EXTRA, type PaymentExtra } from '@/lib/payments/payment-extra';
import { newPaymentRow } from '@/lib/payments/payment-row';
import { searchPayments } from '@/lib/payments/views/search-payments';
import { sealRefund } from '@/lib/refunds/refund-row';
import { createTestActor } from './actor';
import { createTestKey, type TestKey } from './factories';
import { PLAIN_TERMS } from './plain-terms';

export const NOW = new Date('2026-05-03T13:00:00Z');
const NOBODY: Customer = { name: null, email: null, reference: null };

export async function newShop(db: Db) {
  const key = await createTestKey(db);
  const owner = await createTestActor(db, key.merchantId, 'owner');
  const list = (request: Partial<ListCustomersOptions> = {}) =>
    listCustomers(db, owner, { limit: 50, offset: 0, ...request });
  const found = async (text: string) =>
    (await searchPayments(db, owner, { text }, { limit: 50, offset: 0 })).payments.map(
      ({ row }) => row.id,
    );
  return { key, owner, list, found };
}

export interface PaymentOptions {
  readonly customer?: Partial<Customer> | null;
  readonly at?: Date;
  readonly extra?: Partial<PaymentExtra>;
  readonly change?: Partial<typeof payment.$inferInsert>;
}

export async function addPayment(
  db: Db,
  of: TestKey,
  { customer, at = NOW, extra, change }: PaymentOptions,
): Promise<string> {
  const destination = {
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    script: `0014${randomBytes(20).toString('hex')}`,
    walletId: null,
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
  const known = customer ? { ...NOBODY, ...customer } : null;
  const row = newPaymentRow(of.actor, { ...PLAIN_TERMS, customer: known }, destination, at);
  await db.insert(payment).values(withSeal('payment', { ...row, ...change } as typeof row));
  await insertExtras(db, [{ ...NO_EXTRA, ...extra, paymentId: row.id, customer: known }]);
  return row.id;
}

export const confirmedColumns = (sats: number, at = NOW) => ({
  status: 'confirmed' as const,
  confirmedAt: at,
  receivedSats: toSats(sats),
});

interface SentRefund {
  readonly paymentId: string;
  readonly apiKeyId: string;
  readonly sats: number;
  readonly euros: string;
}

export async function addSentRefund(
  db: Db,
  { paymentId, apiKeyId, sats, euros }: SentRefund,
): Promise<void> {
  const [row] = await db
    .insert(refund)
    .values({
      id: newId('refund'),
      paymentId,
      apiKeyId,
      network: 'regtest',
      amountSats: toSats(sats),
      askedSats: [toSats(sats)],
      price: { amount: euros, currency: 'EUR' as Currency },
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      script: `0014${randomBytes(20).toString('hex')}`,
      requiredConfirmations: 1,
      status: 'sent',
      txid: randomBytes(32).toString('hex'),
      vout: 0,
      createdAt: NOW,
      updatedAt: NOW,
      sentAt: NOW,
    })
    .returning();
  if (row) await sealRefund(db, row);
}
