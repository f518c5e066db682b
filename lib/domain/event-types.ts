interface EventTypeInfo {
  readonly summary: string;
  readonly when: string;
  readonly more?: string;
}

const EVENTS = {
  'payment.detected': {
    summary: 'A payment was detected',
    when: 'The required amount was seen, but lacks confirmations.',
    more: 'Sent each time a payment becomes detected.',
  },
  'payment.confirmed': {
    summary: 'A payment was confirmed',
    when: 'The payment has the required confirmations.',
    more: 'Sent again after a reorg only if another transaction pays, or if the money had been lost in between; to keys that have chosen `payment.reverted`, after each of those.',
  },
  'payment.expired': {
    summary: 'A payment expired',
    when: 'The time was over before the required amount was seen, or the money vanished after that.',
    more: '`received_sats` says what had come.',
  },
  'payment.canceled': {
    summary: 'A payment was canceled',
    when: 'You canceled it, or money that had come later vanished.',
  },
  'payment.underpaid': {
    summary: 'A payment received too little',
    when: 'Something was received, but less than the required amount.',
    more: 'Sent again when the received amount changes.',
  },
  'payment.reverted': {
    summary: 'A payment was reverted',
    when: 'A detected payment lost its money, or a reorg undid a confirmation.',
    more: '`reason` says why, and `status` where the payment stands now.',
  },
  'refund.created': {
    summary: 'A refund was recorded',
    when: 'You recorded that you give money of a payment back.',
    more: '`refund` has its amount and address. Nothing is sent yet.',
  },
  'refund.sent': {
    summary: 'A refund was sent',
    when: "A transaction pays the refund's address, but lacks confirmations.",
    more: 'Sent again if the transaction vanishes and the refund is paid once more.',
  },
  'refund.confirmed': {
    summary: 'A refund was confirmed',
    when: "The refund's transaction has the confirmations that the payment required.",
    more: 'Sent again after a reorg only if another transaction pays, or if the refund was unpaid in between.',
  },
} as const satisfies Readonly<Record<string, EventTypeInfo>>;

export type EventType = keyof typeof EVENTS;

export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(EVENTS, text);
}

export const eventTypeInfo = (type: EventType): EventTypeInfo => EVENTS[type];

export const DEFAULT_EVENT_TYPES = [
  'payment.detected',
  'payment.confirmed',
] as const satisfies readonly EventType[];

export const REFUND_EVENT_TYPES = [
  'refund.created',
  'refund.sent',
  'refund.confirmed',
] as const satisfies readonly EventType[];

export function isSentByDefault(type: EventType): boolean {
  return DEFAULT_EVENT_TYPES.some((one) => one === type);
}
