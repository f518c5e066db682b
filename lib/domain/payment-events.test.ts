import { describe, expect, test } from 'vitest';
import {
  atMinute,
  countedOutput,
  PENDING,
  TIP,
  terms,
  txidOf,
  typesOf,
} from '@/test/support/settle-cases';
import { settleOutputs as settle } from '@/test/support/tally-in-memory';
import { EVENT_TYPES } from './event-types';
import { PAYMENT_STATUSES, type PaymentStanding } from './payment';
import { type NewPaymentEvent, paymentEventsOf, requiredEventTypes } from './payment-events';
import { toSats } from './sats';

const some = [countedOutput(40_000)];

describe('payment.underpaid', () => {
  const short = settle(terms, PENDING, some, TIP, atMinute(1)).standing;

  test('payment.underpaid is sent when the received amount rises or falls, and not when the amount stays the same', () => {
    const more = [...some, countedOutput(10_000, { txid: txidOf('b') })];
    const larger = settle(terms, short, more, TIP, atMinute(2));
    expect(typesOf(larger)).toEqual(['payment.underpaid']);
    const smaller = settle(terms, larger.standing, some, TIP, atMinute(3));
    expect(typesOf(smaller)).toEqual(['payment.underpaid']);
    const mined = [countedOutput(40_000, { txid: txidOf('c'), height: 90 })];
    expect(typesOf(settle(terms, smaller.standing, mined, TIP, atMinute(4)))).toEqual([]);
  });

  test('payment.underpaid is not sent once all outputs have vanished or the amount is complete', () => {
    expect(typesOf(settle(terms, short, [], TIP, atMinute(2)))).toEqual([]);
    const enough = [...some, countedOutput(60_000, { txid: txidOf('b') })];
    expect(typesOf(settle(terms, short, enough, TIP, atMinute(2)))).toEqual(['payment.detected']);
  });

  test('payment.underpaid follows payment.reverted when some outputs remain', () => {
    const paid = settle(terms, PENDING, [countedOutput(100_000)], TIP, atMinute(1)).standing;
    expect(typesOf(settle(terms, paid, some, TIP, atMinute(2)))).toEqual([
      'payment.reverted',
      'payment.underpaid',
    ]);
  });

  test.each([
    ['expired', null],
    ['canceled', atMinute(5)],
  ] as const)(
    'when an incomplete amount arrives for a payment that is already %s, only payment.underpaid is sent',
    (status, canceledAt) => {
      const ended: PaymentStanding = { ...PENDING, status, canceledAt };
      expect(typesOf(settle(terms, ended, some, TIP, atMinute(61)))).toEqual(['payment.underpaid']);
    },
  );
});

test('the events of a payment are enough to determine its status after every change', () => {
  for (const before of PAYMENT_STATUSES) {
    for (const after of PAYMENT_STATUSES) {
      if (before === after || after === 'pending') continue;
      const events = paymentEventsOf(standing(before), { ...standing(after), txid: txidOf('b') });
      const shown = events.map(({ type }) => type.replace('payment.', ''));
      const falls = before === 'confirmed' && after === 'detected';
      expect([before, after, shown.at(-1)]).toEqual([before, after, falls ? 'reverted' : after]);
    }
  }
});

test('an event needs only its own type to be chosen, but a repeated payment.confirmed also needs payment.reverted', () => {
  for (const type of EVENT_TYPES) {
    expect(requiredEventTypes(happening(type, false))).toEqual([type]);
  }
  expect(requiredEventTypes(happening('payment.confirmed', true))).toEqual([
    'payment.confirmed',
    'payment.reverted',
  ]);
});

const happening = (type: NewPaymentEvent['type'], again: boolean) => ({
  type,
  again,
  reason: null,
});

function standing(status: PaymentStanding['status']): PaymentStanding {
  const paid = status === 'detected' || status === 'confirmed';
  return {
    ...PENDING,
    status,
    received: toSats(paid ? 100_000 : 0),
    txid: paid ? txidOf('a') : null,
    announcedTxid: status === 'confirmed' ? txidOf('a') : null,
  };
}
