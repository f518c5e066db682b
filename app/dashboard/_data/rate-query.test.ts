import { expect, test } from 'vitest';
import { rateQuery } from './queries';

test('the rate that a form shows as that of now is read each minute, which no change tells of', () => {
  expect(rateQuery('EUR', 'mainnet').refetchInterval).toBe(60_000);
});
