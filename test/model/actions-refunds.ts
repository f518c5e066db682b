import fc from 'fast-check';
import type { Action } from './steps';
import { anyIndex } from './which';

export const refundAction = fc.record({
  kind: fc.constant('refund' as const),
  payment: anyIndex,
  sats: fc.constantFrom(1_000, 1_000, 2_000, 100_000),
  excess: fc.boolean(),
});

export const payRefundAction = fc.record({
  kind: fc.constant('payRefund' as const),
  refund: anyIndex,
  over: fc.constantFrom(0, 0, 0, 1),
});

export const dropRefundAction = fc.record({
  kind: fc.constant('dropRefund' as const),
  refund: anyIndex,
});

/** For sequences in which many payments are refunded. */
export const REFUND_ACTIONS = [
  'sell',
  'mine',
  'refund',
  'payRefund',
] as const satisfies readonly Action['kind'][];
