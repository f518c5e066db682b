import { expect, test } from 'vitest';
import type { TimelineEntryAnswer } from '@/lib/http/payments/timeline-answer';
import { foldAttempts } from './fold-attempts';

const at = '2026-03-01T00:00:00.000Z';
const attempt = (number: number, delivery = 'a'): TimelineEntryAnswer => ({
  kind: 'attempt',
  at,
  delivery_id: delivery,
  event_type: 'payment.detected',
  number,
  outcome: 'failed',
  response_status: 500,
  error: 'x',
  total_ms: 1,
});
const created: TimelineEntryAnswer = { kind: 'created', at };
const attempts = (count: number) => Array.from({ length: count }, (_, i) => attempt(i + 1));

test('a few attempts are shown in full', () => {
  const entries = [created, ...attempts(4)];
  expect(foldAttempts(entries)).toEqual(entries);
});

test('a long run of attempts becomes the first attempt, a count, and the last two attempts', () => {
  const folded = foldAttempts([created, ...attempts(9), created]);
  expect(folded.map((entry) => (entry.kind === 'attempt' ? entry.number : entry.kind))).toEqual([
    'created',
    1,
    'folded',
    8,
    9,
    'created',
  ]);
  expect(folded[2]).toMatchObject({ attempts: 6 });
});

test('attempts of different deliveries are not folded together', () => {
  const entries = [...attempts(3), attempt(1, 'b'), attempt(2, 'b')];
  expect(foldAttempts(entries)).toEqual(entries);
});
