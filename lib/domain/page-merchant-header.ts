/**
 * Name of the meta element and of the request header with the id of the page's merchant. Requests
 * for a change send the header, because another tab may have switched the session to another
 * merchant.
 */
export const PAGE_MERCHANT_HEADER = 'x-blocktally-merchant';
