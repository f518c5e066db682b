import {
  anyObject,
  decimal,
  flag,
  list,
  object,
  oneOf,
  orNull,
  paymentMethodId,
  receiptOptions,
  speedPolicy,
  text,
  unixTime,
} from './common';

const invoiceStatus = oneOf('New', 'Processing', 'Expired', 'Invalid', 'Settled');
const minutes = { type: 'number', minimum: 1 };

const checkoutOptions = object({
  speedPolicy: orNull(speedPolicy),
  paymentMethods: orNull(list(text)),
  defaultPaymentMethod: orNull(paymentMethodId),
  lazyPaymentMethods: orNull(flag),
  expirationMinutes: orNull(minutes),
  monitoringMinutes: orNull(minutes),
  paymentTolerance: orNull({ type: 'number', minimum: 0, maximum: 100 }),
  redirectURL: orNull(text),
  redirectAutomatically: orNull(flag),
  defaultLanguage: orNull(text),
});

/** InvoiceData in BTCPay's document. */
export const greenfieldInvoiceSchema = object({
  metadata: anyObject,
  checkout: checkoutOptions,
  receipt: receiptOptions,
  id: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  storeId: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  amount: decimal,
  paidAmount: decimal,
  currency: { type: 'string', pattern: '^[A-Z]{3,4}$' },
  type: oneOf('Standard', 'TopUp'),
  checkoutLink: { type: 'string', pattern: '^https?://' },
  createdTime: unixTime,
  expirationTime: unixTime,
  monitoringExpiration: unixTime,
  status: invoiceStatus,
  additionalStatus: oneOf('None', 'PaidLate', 'PaidPartial', 'Marked', 'Invalid', 'PaidOver'),
  availableStatusesForManualMarking: list(oneOf('Invalid', 'Settled')),
  archived: flag,
});

/** Payment in BTCPay's document: one output. */
export const greenfieldPaymentSchema = object({
  id: { type: 'string', pattern: '^[0-9a-f]{64}-\\d+$' },
  receivedDate: unixTime,
  value: decimal,
  fee: decimal,
  status: oneOf('Invalid', 'Processing', 'Settled'),
  destination: text,
});

/** InvoicePaymentMethodDataModel in BTCPay's document. */
export const invoicePaymentMethod = object({
  paymentMethodId,
  currency: text,
  destination: text,
  paymentLink: orNull(text),
  rate: decimal,
  paymentMethodPaid: decimal,
  totalPaid: decimal,
  due: decimal,
  amount: decimal,
  paymentMethodFee: decimal,
  payments: list(greenfieldPaymentSchema),
  activated: flag,
  additionalData: anyObject,
});
