import { expect, test } from 'vitest';
import type { DecisionResponse } from '@/lib/http/home/home-response';
import { withClosing } from './closing-rows';

const decisions = (ids: string) => [...ids].map((id) => ({ payment: { id } }) as DecisionResponse);
const text = (rows: ReturnType<typeof withClosing>) =>
  rows.map(({ decision, isClosing }) => decision.payment.id + (isClosing ? '-' : '')).join(' ');

test('a removed inbox row collapses in place, and expands again if its decision returns', () => {
  const first = withClosing([], decisions('abcd'));
  expect(text(first)).toBe('a b c d');
  const second = withClosing(first, decisions('acd'));
  expect(text(second)).toBe('a b- c d');
  expect(text(withClosing(second, decisions('ad')))).toBe('a b- c- d');
  expect(text(withClosing(second, decisions('abcd')))).toBe('a b c d');
  expect(text(withClosing(first, []))).toBe('a- b- c- d-');
});
