import { createLoader, parseAsInteger } from 'nuqs/server';

/** The address of a wallet that is shown, in the URL. */
export const addressParsers = { index: parseAsInteger.withDefault(0) };

/** The same of a page, on the server. */
export const addressUrlOf = createLoader(addressParsers);
