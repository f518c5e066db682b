import { expect, test } from 'vitest';
import type { TimelineEntryAnswer } from '@/lib/http/answers/timeline';
import { foldTries } from './fold-tries';

const at = '2026-03-01T00:00:00.000Z';
const attempt = (number: number, delivery = 'a'): TimelineEntryAnswer => ({
  kind: 'try',
  at,
  delivery_id: delivery,
  event_type: 'payment.detected',
  number,
  finished_at: at,
  response_status: 500,
  error: 'x',
  total_ms: 1,
});
const created: TimelineEntryAnswer = { kind: 'created', at };
const tries = (count: number) => Array.from({ length: count }, (_, i) => attempt(i + 1));

test('a few tries stay as they are', () => {
  const entries = [created, ...tries(4)];
  expect(foldTries(entries)).toEqual(entries);
});

test('of many, the first and the last two stay, and the rest is counted', () => {
  const folded = foldTries([created, ...tries(9), created]);
  expect(folded.map((entry) => (entry.kind === 'try' ? entry.number : entry.kind))).toEqual([
    'created',
    1,
    'folded',
    8,
    9,
    'created',
  ]);
  expect(folded[2]).toMatchObject({ tries: 6 });
});

test('tries of another delivery are not counted together', () => {
  const entries = [...tries(3), attempt(1, 'b'), attempt(2, 'b')];
  expect(foldTries(entries)).toEqual(entries);
});
