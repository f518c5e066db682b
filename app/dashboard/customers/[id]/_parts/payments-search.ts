/**
 * Returns the query string for a customer's payments. The id of any of them identifies the
 * customer.
 */
export const paymentsSearch = (id: string) => `customer=${encodeURIComponent(id)}&limit=20`;
