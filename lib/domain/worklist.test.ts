import { describe, expect, test } from 'vitest';
import type { PaymentFlag, PaymentStatus } from './payment';
import { toSats } from './sats';
import { type MoneyReason, moneyReasons, stillHandled } from './worklist';

describe('the money of a payment gives a reason', () => {
  test.each<[PaymentStatus, PaymentFlag[], MoneyReason[]]>([
    ['pending', [], []],
    ['pending', ['underpaid'], []],
    ['pending', ['replaced'], ['reverted']],
    ['detected', ['late'], ['late']],
    ['detected', ['overpaid', 'late'], ['late', 'overpaid']],
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
  ])('%s with %j: %j', (status, flags, reasons) => {
    expect(moneyReasons({ status, flags })).toEqual(reasons);
  });
});

describe('a handled reason', () => {
  const standing = (status: PaymentStatus, flags: PaymentFlag[], sats = 1_000) => {
    return { status, flags, received: toSats(sats) };
  };
  const seen = standing('detected', ['late']);

  test('stays handled while the payment has it and the same money', () => {
    expect(stillHandled(['late'], seen, standing('confirmed', ['late']))).toEqual(['late']);
  });

  test('is open again with other money', () => {
    const more = standing('detected', ['overpaid', 'late'], 2_000);
    expect(stillHandled(['late'], seen, more)).toEqual([]);
  });

  test('is forgotten when it ends, so that it is open when it comes back', () => {
    const reversed = standing('detected', ['reorged']);
    const confirmed = standing('confirmed', ['reorged']);
    expect(stillHandled(['reverted'], reversed, confirmed)).toEqual([]);
  });
});
