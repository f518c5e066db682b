/**
 * Names, in a page's meta element and in the header of each change that it sends, the merchant whose
 * page it is. In another tab the session may have switched to another one.
 */
export const SHOWN_MERCHANT = 'x-blocktally-merchant';
