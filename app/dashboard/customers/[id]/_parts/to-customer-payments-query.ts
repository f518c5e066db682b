/** Customers have no id, so the id of any of their payments identifies them. */
export const toCustomerPaymentsQuery = (id: string) =>
  `customer=${encodeURIComponent(id)}&limit=20`;
