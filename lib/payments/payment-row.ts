import type { payment } from '@/db/schema/payments';
import type { KeyActor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { type Sats, toSats } from '@/lib/domain/sats';
import { requiredSats } from '@/lib/domain/tolerance';

/** A payment as it stands in the database. */
export type PaymentRow = typeof payment.$inferSelect;

/** What is asked for, checked and with its defaults filled in. */
export interface NewPayment {
  readonly amount: Sats;
  readonly tolerancePpm: number;
  readonly requiredConfirmations: number;
  readonly expiresInSeconds: number;
  /** As it was written. */
  readonly webhookUrl: string | null;
  readonly destinationAddress: string | null;
  readonly reference: string | null;
}

/** Where the money goes. */
export type Destination = Pick<
  PaymentRow,
  'address' | 'script' | 'walletId' | 'derivationIndex' | 'watchFromHeight'
>;

/** The next address of a key's wallet, which is known when the payment is inserted. */
export function nextAddressOf({ walletId }: Pick<KeyActor, 'walletId'>): Destination {
  return { walletId, address: '', script: '', derivationIndex: null, watchFromHeight: 0 };
}

/** The row of a payment on its first day. */
export function newPaymentRow(
  key: Pick<KeyActor, 'apiKeyId' | 'network'>,
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
    holdsAddress: true,
    amountSats: request.amount,
    tolerancePpm: request.tolerancePpm,
    requiredSats: requiredSats(request.amount, request.tolerancePpm),
    requiredConfirmations: request.requiredConfirmations,
    webhookUrl: request.webhookUrl,
    reference: request.reference,
    status: 'pending',
    flags: [],
    receivedSats: toSats(0),
    txid: null,
    coveredHeight: null,
    announcedTxid: null,
    eventCount: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + request.expiresInSeconds * 1000),
    updatedAt: now,
    detectedAt: null,
    confirmedAt: null,
    expiredAt: null,
    canceledAt: null,
  };
}
