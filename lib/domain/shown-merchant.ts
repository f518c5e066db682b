/**
 * The name of the meta element and of the request header in which a page says whose merchant it shows.
 * Each change sends the header, since the session may have switched to another merchant in another tab.
 */
export const SHOWN_MERCHANT = 'x-blocktally-merchant';
