import fc from 'fast-check';

/** The index of an existing item: see Which. */
export const anyIndex = fc.nat({ max: 11 });

/** Null half of the time. */
export const maybe = fc.option(anyIndex, { freq: 2 });

export const either = fc.constantFrom(0 as const, 1 as const);
