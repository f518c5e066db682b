import { createLoader, parseAsInteger } from 'nuqs/server';

/** The URL's parameter for the index of the shown address. */
export const addressParsers = { index: parseAsInteger.withDefault(0) };

/** Reads this parameter on the server. */
export const addressUrlOf = createLoader(addressParsers);
