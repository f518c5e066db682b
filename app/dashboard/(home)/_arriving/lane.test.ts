import { expect, test } from 'vitest';
import type { ArrivingPaymentsResponse } from '@/lib/http/home/home-response';
import {
  arrivalProgressText,
  blockAxisBars,
  confirmationEtaText,
  confirmationsSoFar,
  NEXT_BLOCKS,
  PAST_BLOCKS,
} from './lane';

type ArrivingPayment = ArrivingPaymentsResponse['payments'][number];

const payment = (
  covered_height: number | null,
  required_confirmations: number,
  status = 'detected',
) => ({ covered_height, required_confirmations, status }) as ArrivingPayment;

const lane = (one: ArrivingPayment) =>
  blockAxisBars(one, 100).map((cell) => (cell === null ? '.' : cell.charAt(0)));

test('a confirmation’s bar is filled for a mined block, dashed for the next block, and outlined for a later block', () => {
  expect(lane(payment(99, 4)).join('')).toBe('....ffnl....');
  expect(lane(payment(null, 3)).join('')).toBe('......nll...');
  expect(lane(payment(95, 6)).join('')).toBe('ffffff......');
  expect(PAST_BLOCKS + NEXT_BLOCKS).toBe(12);
});

test('the time until a payment is confirmed is estimated as ten minutes per missing confirmation', () => {
  expect(confirmationEtaText(payment(99, 3), 100, false)).toBe('about 10 min');
  expect(confirmationEtaText(payment(null, 3), 100, false)).toBe('about 30 min');
  expect(confirmationEtaText(payment(null, 3), 100, true)).toBe('in 3 blocks');
  expect(confirmationEtaText(payment(98, 3, 'confirmed'), 100, false)).toBe('confirmed');
});

test('a partly paid payment has the text "waiting for the rest" instead of bars', () => {
  const part = payment(null, 3, 'pending');
  expect(lane(part).join('')).toBe('............');
  expect([arrivalProgressText(part, 100), confirmationEtaText(part, 100, false)]).toEqual([
    'partly paid',
    'waiting for the rest',
  ]);
});

test('an arriving payment has one confirmation for the block that contains it and one for each later block', () => {
  expect(confirmationsSoFar(payment(99, 3), 100)).toBe(2);
  expect(arrivalProgressText(payment(99, 3), 100)).toBe('2 of 3');
  expect(arrivalProgressText(payment(null, 3), 100)).toBe('seen, not in a block yet');
});
