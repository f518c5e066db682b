/**
 * The name of the meta element and of the request header with the merchant that a page shows. Each
 * change sends it, since another tab may have switched the session to another merchant.
 */
export const SHOWN_MERCHANT = 'x-blocktally-merchant';
