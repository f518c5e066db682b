/**
 * The name of the meta element and of the request header that contain the id of the page's
 * merchant. Requests that change something send the header, because another tab may have switched
 * the session to another merchant.
 */
export const SHOWN_MERCHANT = 'x-blocktally-merchant';
