import { expect, test } from 'vitest';
import {
  assignRefundOutputs,
  feeShare,
  type RefundOutput,
  satsToGiveBack,
  type WatchedRefund,
} from './refund';
import { toSats } from './sats';

const refund = (id: string, more: Partial<WatchedRefund> = {}): WatchedRefund => ({
  id,
  status: 'ready',
  amount: toSats(1_000),
  askedAmounts: [toSats(1_000)],
  txid: null,
  vout: null,
  height: null,
  announcedTxid: null,
  hasAddress: true,
  isDropped: false,
  requiredConfirmations: 2,
  claimedTxid: null,
  ...more,
});
const output = (txid: string, sats = 1_000, height: number | null = null): RefundOutput => ({
  txid,
  vout: 0,
  sats: toSats(sats),
  height,
});

test('an output counts for only one refund, and a refund keeps the output that was assigned to it', () => {
  const refunds = [refund('a'), refund('b', { txid: 'x', vout: 0, status: 'sent' })];
  const settled = assignRefundOutputs(refunds, [output('x'), output('y', 1_000, 9)], 10);
  expect(settled.get('a')).toMatchObject({ status: 'confirmed', txid: 'y' });
  expect(settled.get('b')).toMatchObject({ status: 'sent', txid: 'x' });
});

test('an output counts only if the merchant was ever asked to send exactly this amount for the refund', () => {
  const refunds = [refund('a', { askedAmounts: [toSats(900), toSats(1_000)] })];
  expect(assignRefundOutputs(refunds, [output('x', 901)], 10).get('a')).toMatchObject({
    status: 'ready',
  });
  expect(assignRefundOutputs(refunds, [output('x', 900)], 10).get('a')).toMatchObject({
    status: 'sent',
    amount: 900,
  });
});

test('an output goes first to the refund for which its transaction was entered, and last to a dropped refund', () => {
  const refunds = [refund('dropped', { isDropped: true }), refund('a'), refund('b')];
  const claimed = refunds.with(2, refund('b', { claimedTxid: 'x' }));
  expect(assignRefundOutputs(claimed, [output('x')], 10).get('b')?.status).toBe('sent');
  const both = assignRefundOutputs(refunds, [output('x'), output('y')], 10);
  expect([...both.values()].map(({ status }) => status)).toEqual(['dropped', 'sent', 'sent']);
});

test('the default refund is the excess of an overpaid payment, or the whole received amount of a late payment', () => {
  const facts = { status: 'confirmed', amount: toSats(100), received: toSats(130) } as const;
  const none = toSats(0);
  expect(satsToGiveBack({ ...facts, flags: ['overpaid'], refunded: none })).toBe(30);
  expect(satsToGiveBack({ ...facts, flags: ['overpaid'], refunded: toSats(30) })).toBe(100);
  expect(satsToGiveBack({ ...facts, flags: ['overpaid', 'late'], refunded: none })).toBe(130);
  expect(satsToGiveBack({ ...facts, flags: [], refunded: toSats(200) })).toBe(0);
});

test('the fee shares of several refunds add up to the fee', () => {
  const parts = [0, 1, 2].map((place) => feeShare(toSats(100), 3, place));
  expect(parts).toEqual([34, 33, 33]);
});
