import { createLoader, parseAsInteger } from 'nuqs/server';

/** The index of the shown address, in the URL. */
export const addressParsers = { index: parseAsInteger.withDefault(0) };

/** Reads the same values on the server. */
export const addressUrlOf = createLoader(addressParsers);
