import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SATS, toSats } from './sats';
import { requiredSats } from './tolerance';

describe('the required amount', () => {
  it('the required amount is the amount itself if there is no tolerance', () => {
    expect(requiredSats(toSats(125_000), 0)).toBe(125_000);
  });

  it('the required amount is rounded up, so that the tolerance is never larger than stated', () => {
    expect(requiredSats(toSats(1_000), 1_500)).toBe(999);
    expect(requiredSats(toSats(999), 1_500)).toBe(998);
    expect(requiredSats(toSats(1), 10_000)).toBe(1);
  });

  it('the required amount is exact even if an intermediate product exceeds 2^53', () => {
    expect(requiredSats(toSats(MAX_SATS), 1)).toBe(2_099_997_900_000_000);
    expect(requiredSats(toSats(MAX_SATS - 1), 3)).toBe(2_099_993_700_000_000);
  });

  it('the required amount is the smallest number of satoshis that the tolerance permits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MAX_SATS }),
        fc.integer({ min: 0, max: 10_000 }),
        (amount, ppm) => {
          const bound = BigInt(amount) * BigInt(1_000_000 - ppm);
          const required = BigInt(requiredSats(toSats(amount), ppm));
          expect(required * 1_000_000n >= bound).toBe(true);
          expect((required - 1n) * 1_000_000n < bound).toBe(true);
        },
      ),
    );
  });
});
