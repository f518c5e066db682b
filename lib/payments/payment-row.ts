import type { payment } from '@/db/schema/payments';
import type { KeyActor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import type { PaymentStanding } from '@/lib/domain/payment';
import type { Asked, Price } from '@/lib/domain/price';
import { type Sats, toSats } from '@/lib/domain/sats';
import { requiredSats } from '@/lib/domain/tolerance';
import type { PaymentExtra } from './payment-extra';

/** A payment's row in the database. */
export type PaymentRow = typeof payment.$inferSelect;

/** Where a payment stands, of its row. */
export function standingOf(row: PaymentRow): PaymentStanding {
  const { status, flags, receivedSats, txid, coveredHeight, canceledAt, announcedTxid } = row;
  return { status, flags, received: receivedSats, txid, coveredHeight, canceledAt, announcedTxid };
}

/** A checked request for a payment, with its defaults filled in. */
export interface NewPayment {
  readonly amount: Sats;
  /** How the amount came about, of a payment that has a price. */
  readonly price?: Price;
  readonly tolerancePpm: number;
  readonly requiredConfirmations: number;
  readonly expiresInSeconds: number;
  /** As given in the request; null: the default of its API key. */
  readonly webhookUrl: string | null;
  readonly destinationAddress: string | null;
  readonly reference: string | null;
  /** Of a payment that is made on the page of a link. */
  readonly paymentLinkId?: string;
  /** Null when nothing of it was given. */
  readonly extra: PaymentExtra | null;
}

/** The same in another currency: its amount is still to be found. */
export interface PricedPayment extends Omit<NewPayment, 'amount' | 'price'> {
  readonly asked: Asked;
}

/** Where a payment receives money. */
export type Destination = Pick<
  PaymentRow,
  'address' | 'script' | 'walletId' | 'derivationIndex' | 'watchFromHeight' | 'watchAfterHash'
>;

/** The next address of a key's wallet, determined at the insert. */
export function nextAddressOf({ walletId }: Pick<KeyActor, 'walletId'>): Destination {
  return {
    walletId,
    address: '',
    script: '',
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
}

/** What changes in the life of a payment, at its beginning. */
function atCreation(now: Date) {
  return {
    holdsAddress: true,
    status: 'pending',
    flags: [],
    handled: [],
    receivedSats: toSats(0),
    txid: null,
    coveredHeight: null,
    announcedTxid: null,
    eventCount: 0,
    updatedAt: now,
    detectedAt: null,
    confirmedAt: null,
    expiredAt: null,
    canceledAt: null,
  } satisfies Partial<PaymentRow>;
}

/** A payment as it was when it was created. */
export function asCreated(row: PaymentRow): PaymentRow {
  return { ...row, ...atCreation(row.createdAt) };
}

/** The row of a new payment. */
export function newPaymentRow(
  key: Pick<KeyActor, 'apiKeyId' | 'network' | 'defaultWebhookUrl'>,
  request: NewPayment,
  destination: Destination,
  now: Date,
): PaymentRow {
  return {
    id: newId('payment'),
    checkoutId: newId('checkout'),
    apiKeyId: key.apiKeyId,
    network: key.network,
    ...destination,
    amountSats: request.amount,
    price: request.price ?? null,
    tolerancePpm: request.tolerancePpm,
    requiredSats: requiredSats(request.amount, request.tolerancePpm),
    requiredConfirmations: request.requiredConfirmations,
    webhookUrl: request.webhookUrl ?? key.defaultWebhookUrl,
    reference: request.reference,
    paymentLinkId: request.paymentLinkId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + request.expiresInSeconds * 1000),
    ...atCreation(now),
  };
}
