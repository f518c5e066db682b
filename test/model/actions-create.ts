import fc from 'fast-check';
import { CURRENCIES } from './prices';

export const addressIndex = fc.constantFrom(0, 0, 0, 1, 2);

export const keyIndex = fc.nat({ max: 1 });

export const createAction = fc.record({
  kind: fc.constant('create' as const),
  amount: fc.oneof(fc.constantFrom(1, 1_000, 100_000), fc.integer({ min: 600, max: 300_000 })),
  ppm: fc.oneof(fc.constant(0), fc.constantFrom(1, 1_000, 10_000), fc.nat({ max: 10_000 })),
  depth: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 6),
  expiresIn: fc.constantFrom(300, 3_600, 86_400),
  hook: fc.option(fc.nat({ max: 3 }), { freq: 4 }),
  address: fc.option(addressIndex, { freq: 2 }),
  key: fc.option(keyIndex, { freq: 2 }),
  price: fc.option(
    fc.record({
      units: fc.integer({ min: 1, max: 20_000 }),
      currency: fc.constantFrom(...CURRENCIES),
    }),
    { freq: 2 },
  ),
  said: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
});
