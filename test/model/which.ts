import fc from 'fast-check';

/** Generates the index of an existing item, which is a WrappedIndex. */
export const anyIndex = fc.nat({ max: 11 });

/** Generates the index of an existing item, or null in half of the cases. */
export const maybe = fc.option(anyIndex, { freq: 2 });

export const either = fc.constantFrom(0 as const, 1 as const);
