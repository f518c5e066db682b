import { createLoader, parseAsInteger } from 'nuqs/server';

/** The index of the shown address. */
export const addressUrlParsers = { index: parseAsInteger.withDefault(0) };

export const loadAddressUrlState = createLoader(addressUrlParsers);
