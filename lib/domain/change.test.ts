import { expect, test } from 'vitest';
import { compactChanges, type DashboardChange } from './change';

const many = (kind: 'payment' | 'delivery'): DashboardChange[] =>
  Array.from({ length: 1_000 }, (_, n): DashboardChange => `${kind} pay_${n}`);

test('if there are few dashboard changes, each of them is sent once', () => {
  expect(compactChanges(['payment pay_1', 'keys', 'payment pay_1', 'payment pay_2'])).toEqual([
    'payment pay_1',
    'keys',
    'payment pay_2',
  ]);
});

test('many dashboard changes of one kind are merged into one change, separately from other kinds', () => {
  expect(compactChanges([...many('payment'), 'delivery pay_1'])).toEqual([
    'delivery pay_1',
    'payments',
  ]);
  expect(compactChanges([...many('delivery'), ...many('payment')]).sort()).toEqual([
    'deliveries',
    'payments',
  ]);
});

test('the dashboard change “payments” replaces the changes of single payments, and “all” replaces every other change', () => {
  expect(compactChanges(['payment pay_1', 'payments'])).toEqual(['payments']);
  expect(compactChanges(['payment pay_1', 'all', 'keys'])).toEqual(['all']);
});
