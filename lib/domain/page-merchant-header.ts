/**
 * The meta element and the request header with the id of the page's merchant. Requests that change
 * something send it, because another tab may have switched the session to another merchant.
 */
export const PAGE_MERCHANT_HEADER = 'x-blocktally-merchant';
