import { expect, test } from 'vitest';
import { sortExactReferenceFirst } from './sort-exact-reference-first';

const named = (...references: (string | null)[]) => references.map((reference) => ({ reference }));

test.each(['4711', '#4711', 'Order 4711', 'order  #4711'])(
  'a search for %s lists payments with exactly this order number before newer payments that only contain it',
  (text) => {
    const found = named('Order 47110', 'Order 14711', null, 'Order #4711', '4711');
    const [first, second, ...others] = sortExactReferenceFirst(found, text);
    expect([first, second]).toEqual(named('Order #4711', '4711'));
    expect(others).toEqual(named('Order 47110', 'Order 14711', null));
  },
);
