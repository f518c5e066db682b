import { expect, test } from 'vitest';
import type { DecisionResponse } from '@/lib/http/home/home-response';
import { mergeClosingRows } from './closing-rows';

const decisions = (ids: string) => [...ids].map((id) => ({ payment: { id } }) as DecisionResponse);
const text = (rows: ReturnType<typeof mergeClosingRows>) =>
  rows.map(({ decision, isClosing }) => decision.payment.id + (isClosing ? '-' : '')).join(' ');

test('an inbox row whose decision was made collapses in place, and expands again if the decision is reopened', () => {
  const first = mergeClosingRows([], decisions('abcd'));
  expect(text(first)).toBe('a b c d');
  const second = mergeClosingRows(first, decisions('acd'));
  expect(text(second)).toBe('a b- c d');
  expect(text(mergeClosingRows(second, decisions('ad')))).toBe('a b- c- d');
  expect(text(mergeClosingRows(second, decisions('abcd')))).toBe('a b c d');
  expect(text(mergeClosingRows(first, []))).toBe('a- b- c- d-');
});
