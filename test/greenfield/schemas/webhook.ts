import { flag, list, object, oneOf, orNull, type Schema, text, unixTime } from './common';
import { greenfieldPaymentSchema } from './invoice';

const authorizedEvents = object({ everything: flag, specificEvents: list(text) });
const settings = {
  id: text,
  enabled: flag,
  automaticRedelivery: flag,
  url: text,
  authorizedEvents,
};

export const webhook = object(settings);
export const webhookWithSecret = object({ ...settings, secret: text });

export const webhookDelivery = object({
  id: text,
  timestamp: unixTime,
  deliveryTime: unixTime,
  httpCode: orNull({ type: 'integer' }),
  errorMessage: orNull(text),
  status: oneOf('Failed', 'HttpError', 'HttpSuccess'),
});

const ofPayment = {
  afterExpiration: flag,
  paymentMethodId: oneOf('BTC-CHAIN'),
  payment: greenfieldPaymentSchema,
};

/** The fields of each type of webhook, besides the common fields. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  InvoiceCreated: {},
  InvoiceReceivedPayment: ofPayment,
  InvoiceProcessing: { overPaid: flag },
  InvoicePaymentSettled: ofPayment,
  InvoiceSettled: { manuallyMarked: flag, overPaid: flag },
  InvoiceExpired: { partiallyPaid: flag },
  InvoiceExpiredPaidPartial: {},
  InvoicePaidAfterExpiration: {},
  InvoiceInvalid: { manuallyMarked: flag },
};

/** A webhook's body must have exactly the fields of its type. */
export const webhookEvent: Schema = {
  anyOf: Object.entries(FIELDS).map(([type, fields]) => ({
    ...object({
      deliveryId: text,
      webhookId: text,
      originalDeliveryId: text,
      isRedelivery: flag,
      type: oneOf(type),
      timestamp: unixTime,
      storeId: text,
      invoiceId: text,
      metadata: { type: 'object' },
      ...fields,
    }),
    additionalProperties: false,
  })),
};
