import { expect, test } from 'vitest';
import { rateQuery } from './queries';

test('a form refetches the current rate every minute, because no event announces a new rate', () => {
  expect(rateQuery('EUR', 'mainnet').refetchInterval).toBe(60_000);
});
