import { createLoader, parseAsInteger } from 'nuqs/server';

/** The index of the shown address. */
export const addressParsers = { index: parseAsInteger.withDefault(0) };

export const addressUrlOf = createLoader(addressParsers);
