/**
 * The meta element and the request header with the id of the page's merchant. Requests that change
 * something send it, because another tab may have switched the session to another merchant.
 */
export const SHOWN_MERCHANT = 'x-blocktally-merchant';
