import fc from 'fast-check';

export const anyIndex = fc.nat({ max: 11 });

/** Null in half of the cases. */
export const maybeIndex = fc.option(anyIndex, { freq: 2 });

export const eitherProcess = fc.constantFrom(0 as const, 1 as const);
