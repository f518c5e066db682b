import { describe, expect, test } from 'vitest';
import type { PaymentFlag, PaymentStatus } from './payment';
import { toSats } from './sats';
import { type DecisionReason, filterStillHandled, findDecisionReasons } from './worklist';

describe('the status and flags of a payment determine the reasons for a decision', () => {
  test.each<[PaymentStatus, PaymentFlag[], DecisionReason[]]>([
    ['pending', [], []],
    ['pending', ['underpaid'], []],
    ['pending', ['replaced'], ['reverted']],
    ['detected', ['late'], []],
    ['detected', ['overpaid', 'late'], []],
    ['confirmed', ['overpaid', 'late'], ['late', 'overpaid']],
    ['detected', ['replaced'], []],
    ['detected', ['reorged'], ['reverted']],
    ['confirmed', [], []],
    ['confirmed', ['late'], ['late']],
    ['confirmed', ['overpaid'], ['overpaid']],
    ['confirmed', ['replaced', 'reorged'], []],
    ['expired', [], []],
    ['expired', ['underpaid'], ['underpaid']],
    ['expired', ['late', 'replaced'], ['reverted']],
    ['expired', ['underpaid', 'reorged'], ['underpaid', 'reverted']],
    ['canceled', ['underpaid'], ['underpaid']],
    ['canceled', ['late', 'replaced'], ['reverted']],
  ])(
    'a payment that is %s with the flags %j needs a decision because of %j',
    (status, flags, reasons) => {
      expect(findDecisionReasons({ status, flags })).toEqual(reasons);
    },
  );
});

describe('a reason marked as done', () => {
  const standing = (status: PaymentStatus, flags: PaymentFlag[], sats = 1_000) => {
    return { status, flags, received: toSats(sats) };
  };
  const paid = standing('confirmed', ['late']);

  test('a reason that was marked as done stays done while it still applies and the received amount is unchanged', () => {
    expect(filterStillHandled(['late'], paid, standing('confirmed', ['late']))).toEqual(['late']);
  });

  test('if the received amount changes, a reason that was marked as done needs a decision again', () => {
    const more = standing('confirmed', ['overpaid', 'late'], 2_000);
    expect(filterStillHandled(['late'], paid, more)).toEqual([]);
  });

  test('a reason that is marked as done needs a new decision if it disappears and comes back', () => {
    const reversed = standing('detected', ['reorged']);
    const confirmed = standing('confirmed', ['reorged']);
    expect(filterStillHandled(['reverted'], reversed, confirmed)).toEqual([]);
  });
});
