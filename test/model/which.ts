import fc from 'fast-check';

/** One of those that exist: see Which. */
export const which = fc.nat({ max: 11 });

/** Half of the time. */
export const maybe = fc.option(which, { freq: 2 });

/** One of the two processes. */
export const either = fc.constantFrom(0 as const, 1 as const);
