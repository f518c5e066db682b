import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey, wallet } from '@/db/schema/accounts';
import type { Member } from '@/lib/domain/actor';
import { shortenDescriptor } from '@/lib/keys/descriptor-for-actor';
import {
  listPaymentDeliveries,
  type PaymentDelivery,
} from '@/lib/webhooks/delivery/views/list-payment-deliveries';
import { type ConfirmationRate, confirmationRatesOf } from '../confirmation-rate';
import { type FoundPayment, getPayment } from '../get-payment';
import { type InboxNote, NO_NOTE, readNotes } from '../inbox-note';
import type { PaymentRow } from '../payment-row';
import { type DecisionFacts, decisionFactsOf } from './decision-facts';
import { type OutputPage, readOutputs } from './list-outputs';
import { paymentTimeline, type TimelineEntry } from './payment-timeline';
import { type PaymentInboxEntry, readPaymentInboxEntries } from './read-payment-inbox-entries';
import { type Reorg, reorgOf } from './reorgs';

export interface PaymentDetail extends FoundPayment, DecisionFacts, InboxNote {
  readonly key: { readonly id: string; readonly name: string };
  /** Null for a customer-provided address. Viewers get the descriptor with shortened keys. */
  readonly wallet: typeof wallet.$inferSelect | null;
  /** The rates at confirmation, with the currency of the payment's price first. */
  readonly confirmationRates: readonly ConfirmationRate[];
  readonly reorg: Reorg | null;
  readonly outputs: OutputPage;
  readonly deliveries: readonly PaymentDelivery[];
  readonly timeline: readonly TimelineEntry[];
  readonly work: readonly PaymentInboxEntry[];
}

/**
 * Returns everything about a payment of the member's merchant.
 *
 * @throws Problem `payment_not_found`, also for a payment of another merchant
 */
export async function paymentDetail(
  db: Db,
  actor: Member,
  paymentId: string,
): Promise<PaymentDetail> {
  const found = await getPayment(db, actor, paymentId);
  const { id, price } = found.row;
  const [owner, confirmationRates, reorg, outputs, deliveries, facts, notes] = await Promise.all([
    ownerOf(db, found.row),
    confirmationRatesOf(db, { id: sql`${id}`, price: sql`${price && JSON.stringify(price)}` }),
    reorgOf(db, found.row),
    readOutputs(db, paymentId),
    listPaymentDeliveries(db, actor, paymentId),
    decisionFactsOf(db, paymentId),
    readNotes(db, actor, [paymentId]),
  ]);
  const deliveryIds = deliveries.map(({ id }) => id);
  const [timeline, work] = await Promise.all([
    paymentTimeline(db, actor, found.row, deliveryIds),
    readPaymentInboxEntries(db, found.row),
  ]);
  const shown = { outputs, deliveries, timeline, work, ...(notes.get(paymentId) ?? NO_NOTE) };
  return { ...found, ...owner, confirmationRates, reorg, ...shown, ...facts };
}

async function ownerOf(db: Db, { apiKeyId, walletId }: PaymentRow) {
  const [owner] = await db
    .select({ key: { id: apiKey.id, name: apiKey.name }, wallet })
    .from(apiKey)
    .leftJoin(wallet, eq(wallet.id, walletId ?? ''))
    .where(eq(apiKey.id, apiKeyId));
  if (!owner) throw new Error('no API key for a payment, although a foreign key requires one');
  const { key, wallet: own } = owner;
  return { key, wallet: own && { ...own, descriptor: shortenDescriptor(own.descriptor) } };
}
