import fc from 'fast-check';
import { CURRENCIES } from './prices';
import { anyIndex } from './which';

const units = fc.constantFrom(0, 499, 500, 500, 500, 20_000);

export const makeLinkAction = fc.record({
  kind: fc.constant('makeLink' as const),
  asks: fc.constantFrom('sats' as const, 'price' as const, 'free' as const),
  currency: fc.constantFrom(...CURRENCIES),
  least: fc.option(fc.constant(500), { freq: 2 }),
  amount: fc.integer({ min: 600, max: 20_000 }),
  most: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 3 }),
  lasts: fc.option(fc.constantFrom(300, 3_600, 86_400), { freq: 2 }),
  note: fc.option(fc.record({ label: fc.constant('Table'), required: fc.boolean() }), { freq: 2 }),
  ppm: fc.constantFrom(0, 0, 1_000, 10_000),
  depth: fc.constantFrom(1, 1, 2, 3, 6),
  expiresIn: fc.constantFrom(300, 300, 3_600, 86_400),
  hook: fc.option(fc.nat({ max: 3 }), { freq: 4 }),
  said: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
});

export const clickAction = fc.record({
  kind: fc.constant('click' as const),
  link: anyIndex,
  visitor: fc.nat({ max: 1 }),
  units,
  note: fc.constantFrom('Table 4', 'Table 4', ' Ü\r\n4 ', ''),
  form: fc.constantFrom('new' as const, 'edited' as const, 'same' as const),
  forgets: fc.boolean(),
  before: fc.option(
    fc.record({
      end: fc.constantFrom('link' as const, 'payment' as const),
      ms: fc.constantFrom(-1, 0),
    }),
    { freq: 4 },
  ),
});

export const crowdAction = fc.record({
  kind: fc.constant('crowd' as const),
  link: anyIndex,
  visitors: fc.constantFrom(2, 4, 4, 16, 21),
  units,
});

export const deactivateAction = fc.record({
  kind: fc.constant('deactivate' as const),
  link: anyIndex,
});
