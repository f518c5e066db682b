import { expect, test } from 'vitest';
import { uncancelableReasons } from './bulk-words';

test('each reason why selected payments cannot be canceled is listed once, with the number of affected payments', () => {
  const rows = [
    { status: 'confirmed', received: 5 },
    { status: 'pending', received: 0 },
    { status: 'pending', received: 3 },
    { status: 'confirmed', received: 5 },
    { status: 'detected', received: 5 },
    { status: 'expired', received: 0 },
  ] as const;
  expect(uncancelableReasons(rows)).toBe(
    '2 are already confirmed, 2 have received money, 1 has expired',
  );
});
