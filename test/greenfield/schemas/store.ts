import {
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
} from './common';

const seconds = { type: 'integer', minimum: 60, maximum: 2_073_600 };

/** The fields of StoreData in BTCPay's document that this server has. */
export const greenfieldStoreSchema = object({
  id: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  name: text,
  website: orNull(text),
  supportUrl: orNull(text),
  archived: flag,
  defaultCurrency: text,
  defaultPaymentMethod: paymentMethodId,
  speedPolicy,
  invoiceExpiration: seconds,
  monitoringExpiration: { ...seconds, minimum: 600 },
  paymentTolerance: { type: 'number', minimum: 0, maximum: 100 },
  networkFeeMode: oneOf('MultiplePaymentsOnly', 'Always', 'Never'),
  anyoneCanCreateInvoice: flag,
  lazyPaymentMethods: flag,
  redirectAutomatically: flag,
  payJoinEnabled: flag,
  defaultLang: text,
  receipt: receiptOptions,
});

/**
 * GenericPaymentMethodData in BTCPay's document. Shopware's plugin gets BTCPay 1's format: an object
 * with a key for each method.
 */
export const storePaymentMethods = {
  anyOf: [
    list(object({ enabled: flag, paymentMethodId })),
    object({ BTC: object({ enabled: flag }) }),
  ],
};

/** An entry in BTCPay 1's list of on-chain methods. */
export const onChainMethod = object({ enabled: flag, cryptoCode: oneOf('BTC') });

/** StoreRateResult in BTCPay's document. */
export const greenfieldRateSchema = object({
  currencyPair: text,
  errors: list(text),
  rate: orNull(decimal),
});
