import type { KeyActor } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import { type Sats, toSats } from '@/lib/domain/sats';
import { requiredSats } from '@/lib/domain/tolerance';
import type { PaymentRow } from './payment-row';

/** What a client asks for, checked and with its defaults filled in. */
export interface NewPayment {
  readonly amount: Sats;
  readonly tolerancePpm: number;
  readonly requiredConfirmations: number;
  readonly expiresInSeconds: number;
  /** As the client wrote it. */
  readonly webhookUrl: string | null;
  readonly destinationAddress: string | null;
  readonly reference: string | null;
}

/** Where the money goes. */
export type Destination = Pick<
  PaymentRow,
  'address' | 'script' | 'walletId' | 'derivationIndex' | 'watchFromHeight'
>;

/** The row of a payment on its first day. */
export function newPaymentRow(
  caller: KeyActor,
  request: NewPayment,
  destination: Destination,
  now: Date,
): PaymentRow {
  return {
    id: newId('payment'),
    checkoutId: newId('checkout'),
    apiKeyId: caller.apiKeyId,
    network: caller.network,
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
