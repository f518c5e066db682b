import { expect, test } from 'vitest';
import { type Attempt, groupAttempts } from './group-attempts';

const attempt = (deliveryId: string, number: number): Attempt => ({
  kind: 'attempt',
  at: `2026-03-01T00:00:0${number}.000Z`,
  delivery_id: deliveryId,
  event_type: 'payment.detected',
  number,
  outcome: 'failed',
  response_status: 401,
  error: null,
  total_ms: null,
});
const created = { kind: 'created', at: '2026-03-01T00:00:00.000Z' } as const;

test('all attempts of a delivery form one timeline entry, even with other entries between them', () => {
  const [a1, b1, a2] = [attempt('a', 1), attempt('b', 1), attempt('a', 2)];
  expect(groupAttempts([created, a1, b1, a2])).toEqual([
    created,
    { kind: 'attempts', at: a1.at, attempts: [a1, a2] },
    { kind: 'attempts', at: b1.at, attempts: [b1] },
  ]);
});
