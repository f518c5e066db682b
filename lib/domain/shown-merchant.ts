/**
 * The name of the meta element and the request header that contain the merchant of a page. Each
 * change sends the header, since another tab may have switched the session to another merchant.
 */
export const SHOWN_MERCHANT = 'x-blocktally-merchant';
