/** Returns the query of a customer's payments. The id of one of them identifies the customer. */
export const paymentsSearch = (id: string) => `customer=${encodeURIComponent(id)}&limit=20`;
