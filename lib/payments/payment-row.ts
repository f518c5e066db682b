import type { payment } from '@/db/schema/payments';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { type Customer, customerKeyOf } from '@/lib/domain/customer';
import { newId } from '@/lib/domain/ids';
import type { PaymentStanding } from '@/lib/domain/payment';
import type { Price, PriceRequest } from '@/lib/domain/price';
import { type Sats, toSats } from '@/lib/domain/sats';
import { requiredSats } from '@/lib/domain/tolerance';
import type { PaymentExtra } from './payment-extra';

export type PaymentRow = typeof payment.$inferSelect;

export function standingOf(row: PaymentRow): PaymentStanding {
  const { status, flags, receivedSats, txid, coveredHeight, canceledAt, announcedTxid } = row;
  return { status, flags, received: receivedSats, txid, coveredHeight, canceledAt, announcedTxid };
}

export function customerOf(
  row: Pick<PaymentRow, keyof ReturnType<typeof customerColumns>>,
): Customer | null {
  if (row.customerKey === null) return null;
  return { name: row.customerName, email: row.customerEmail, reference: row.customerReference };
}

function customerColumns(customer: Customer | null) {
  return {
    customerName: customer?.name ?? null,
    customerEmail: customer?.email ?? null,
    customerReference: customer?.reference ?? null,
    customerKey: customer && customerKeyOf(customer),
  };
}

/** A checked request with its defaults filled in. */
export interface NewPayment {
  readonly amount: Sats;
  /** Absent if the request was in satoshis. */
  readonly price?: Price;
  readonly tolerancePpm: number;
  readonly requiredConfirmations: number;
  readonly expiresInSeconds: number;
  /** The request's webhook URL; null for the API key's default. */
  readonly webhookUrl: string | null;
  readonly destinationAddress: string | null;
  readonly reference: string | null;
  readonly customer?: Customer | null;
  readonly paymentLinkId?: string;
  /** The id of the payment whose missing amount is requested. */
  readonly followsPaymentId?: string;
  readonly extra: PaymentExtra | null;
}

/** A request whose price must still be converted to satoshis. */
export interface UnquotedPayment extends Omit<NewPayment, 'amount' | 'price'> {
  readonly asked: PriceRequest;
}

export type PaymentDestination = Pick<
  PaymentRow,
  'address' | 'script' | 'walletId' | 'derivationIndex' | 'watchFromHeight' | 'watchAfterHash'
>;

/** Returns a destination without an address. The insert fills in the wallet's next one. */
export function unassignedDestination({
  walletId,
}: Pick<ApiKeyActor, 'walletId'>): PaymentDestination {
  return {
    walletId,
    address: '',
    script: '',
    derivationIndex: null,
    watchFromHeight: 0,
    watchAfterHash: null,
  };
}

function atCreation(now: Date) {
  return {
    holdsAddress: true,
    status: 'pending',
    flags: [],
    handled: [],
    acceptedAt: null,
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

export function resetToCreation(row: PaymentRow): PaymentRow {
  return { ...row, ...atCreation(row.createdAt) };
}

export function newPaymentRow(
  key: Pick<ApiKeyActor, 'apiKeyId' | 'network' | 'defaultWebhookUrl'>,
  request: NewPayment,
  destination: PaymentDestination,
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
    ...customerColumns(request.customer ?? null),
    paymentLinkId: request.paymentLinkId ?? null,
    followsPaymentId: request.followsPaymentId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + request.expiresInSeconds * 1000),
    ...atCreation(now),
    // The insert computes the seal once the row has its address.
    seal: '',
  };
}
