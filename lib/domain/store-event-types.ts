/** The events for shop plugins, by their names in BTCPay. */
export const STORE_EVENT_TYPES = [
  'InvoiceCreated',
  'InvoiceReceivedPayment',
  'InvoiceProcessing',
  'InvoicePaymentSettled',
  'InvoiceSettled',
  'InvoiceExpired',
  'InvoiceExpiredPaidPartial',
  'InvoicePaidAfterExpiration',
  'InvoiceInvalid',
] as const;
export type StoreEventType = (typeof STORE_EVENT_TYPES)[number];
