import { createHash } from 'node:crypto';
import { readCachedTemplate } from '@/lib/bitcoin/derive';
import type { ApiKeyActor } from '@/lib/domain/actor';
import { type EventType, REFUND_EVENT_TYPES } from '@/lib/domain/event-types';
import { newId } from '@/lib/domain/ids';
import { toSats } from '@/lib/domain/sats';
import { type EventFacts, eventBody, eventData, type RefundJson } from '../events/event-body';

const AMOUNT = toSats(100_000);
const PART = toSats(40_000);
const NOTHING = toSats(0);
const CONFIRMATIONS = 3;
const FEE = toSats(300);
/** The last unhardened index (BIP 32). */
const LAST_INDEX = 2 ** 31 - 1;

type State = Pick<EventFacts, 'status' | 'received' | 'confirmations' | 'reason'>;

const CONFIRMED: State = {
  status: 'confirmed',
  received: AMOUNT,
  confirmations: CONFIRMATIONS,
  reason: null,
};
const unpaid = (status: State['status']): State => ({
  status,
  received: NOTHING,
  confirmations: 0,
  reason: null,
});

const STATES: Readonly<Record<EventType, State>> = {
  'payment.detected': { ...CONFIRMED, status: 'detected', confirmations: 0 },
  'payment.confirmed': CONFIRMED,
  'payment.expired': unpaid('expired'),
  'payment.canceled': unpaid('canceled'),
  'payment.underpaid': { ...unpaid('pending'), received: PART },
  'payment.reverted': { ...unpaid('pending'), reason: 'replaced' },
  'refund.created': CONFIRMED,
  'refund.sent': CONFIRMED,
  'refund.confirmed': CONFIRMED,
};

const REFUND_STATUSES = {
  'refund.created': 'ready',
  'refund.sent': 'sent',
  'refund.confirmed': 'confirmed',
} as const;

/**
 * Returns a synthetic event's body. Its address is the last one of the sender's own wallet: no
 * payment gets it, and bitcoin sent there by mistake is not lost.
 */
export function createTestEventBody(
  type: EventType,
  eventId: string,
  sender: ApiKeyActor,
  url: string,
  now: Date,
): string {
  const { address } = readCachedTemplate(sender).at(LAST_INDEX);
  const state = STATES[type];
  const facts: EventFacts = {
    ...state,
    paymentId: newId('payment').replace('_', '_test_'),
    txid: state.received === 0 ? null : hashOf(eventId),
    address,
    amount: AMOUNT,
    webhookUrl: url,
    metadata: null,
    description: null,
    price: null,
  };
  const ofRefund = REFUND_EVENT_TYPES.find((one) => one === type);
  const refund = ofRefund && refundOf(ofRefund, facts, sender, now);
  return eventBody(type, eventData(type, { ...facts, refund }));
}

/** The synthetic refund has no payment URI, so no wallet can pay it. */
function refundOf(
  type: keyof typeof REFUND_STATUSES,
  { paymentId, address }: EventFacts,
  { network }: ApiKeyActor,
  now: Date,
): RefundJson {
  const status = REFUND_STATUSES[type];
  const id = newId('refund');
  const isSent = status !== 'ready';
  const isConfirmed = status === 'confirmed';
  const time = now.toISOString();
  return {
    id,
    payment_id: paymentId,
    network,
    status,
    amount_sats: PART,
    price: null,
    address,
    payment_uri: null,
    txid: isSent ? hashOf(id) : null,
    vout: isSent ? 0 : null,
    fee_sats: isSent ? FEE : null,
    confirmations: isConfirmed ? CONFIRMATIONS : 0,
    required_confirmations: CONFIRMATIONS,
    created_at: time,
    sent_at: isSent ? time : null,
    confirmed_at: isConfirmed ? time : null,
    dropped_at: null,
  };
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
