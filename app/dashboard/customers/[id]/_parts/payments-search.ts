/** Returns the query of a customer's payments, by one of them. */
export const paymentsSearch = (id: string) => `customer=${encodeURIComponent(id)}&limit=20`;
