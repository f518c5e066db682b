import { expect, test } from 'vitest';
import { rateQuery } from './queries';

test('the current rate in a form is read every minute, because no change announces it', () => {
  expect(rateQuery('EUR', 'mainnet').refetchInterval).toBe(60_000);
});
