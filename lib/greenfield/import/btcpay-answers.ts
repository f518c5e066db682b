import { z } from 'zod';
import { MAX_SATS, type Sats, toSats } from '@/lib/domain/sats';

// The responses of BTCPay Server's Greenfield API, reduced to the fields that an import reads.
// Texts that could be shown or stored have a maximum length.

const ID = /^[A-Za-z0-9_-]{1,64}$/;
/** The latest Unix time whose year has four digits. */
const MAX_TIME = 253_402_300_799;

const time = z
  .number()
  .min(0)
  .max(MAX_TIME)
  .transform((seconds) => new Date(Math.floor(seconds) * 1000));

const decimal = z
  .union([z.string(), z.number()])
  .transform((value) => `${value}`)
  .pipe(z.string().regex(/^-?\d{1,15}(?:\.\d{1,20})?$/));

/** Converts bitcoin to satoshis, and rounds a fraction of a satoshi up. */
const bitcoin = decimal.transform((text, context): Sats => {
  const [whole = '', fraction = ''] = text.split('.');
  const sats =
    BigInt(whole + fraction.slice(0, 8).padEnd(8, '0')) +
    (/[1-9]/.test(fraction.slice(8)) ? 1n : 0n);
  if (sats >= 0n && sats <= BigInt(MAX_SATS)) return toSats(sats);
  context.addIssue({ code: 'custom', message: 'not an amount of bitcoin' });
  return z.NEVER;
});

const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[^\p{Cc}]*$/u);

export const btcpayStoreSchema = z.object({
  id: z.string().regex(ID),
  name: z.string().max(1_000),
  defaultCurrency: line(10).nullish(),
});

const accountKey = z.object({
  accountKey: line(200),
  rootFingerprint: z
    .string()
    .regex(/^[0-9a-fA-F]{8}$/)
    .nullish(),
  accountKeyPath: z
    .string()
    .regex(/^(?:m\/)?\d{1,10}['hH]?(?:\/\d{1,10}['hH]?){0,9}$/)
    .nullish(),
});

export const btcpayWalletSchema = z.object({
  config: z.object({
    accountDerivation: line(10_000).nullish(),
    derivationScheme: line(10_000).nullish(),
    accountKeySettings: z.array(accountKey).max(20).nullish().catch(null),
  }),
});

export const btcpayAddressSchema = z.object({ address: line(120), keyPath: line(40) });

export const btcpayTransactionSchema = z.object({
  blockHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullish(),
  blockHeight: z.coerce.number().int().min(0).max(100_000_000).nullish(),
});

const checkout = z.object({
  speedPolicy: z.string().nullish().catch(null),
  paymentTolerance: z.coerce.number().min(0).max(100).nullish().catch(null),
  redirectURL: line(2_048).nullish().catch(null),
  redirectAutomatically: z.boolean().nullish().catch(null),
  defaultLanguage: line(20).nullish().catch(null),
});

const invoice = z.object({
  id: z.string().regex(ID),
  amount: decimal.nullish(),
  currency: line(10),
  createdTime: time,
  expirationTime: time,
  monitoringExpiration: time.nullish(),
  status: z.enum(['New', 'Processing', 'Expired', 'Invalid', 'Settled']),
  additionalStatus: line(40).nullish(),
  archived: z.boolean().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  checkout: checkout.nullish(),
});
export type BtcpayInvoiceResponse = z.output<typeof invoice>;
export const btcpayInvoiceSchema = invoice;
export const btcpayInvoicesSchema = z.array(invoice).max(1_000);

const payment = z.object({
  /** The outpoint: `txid-vout`. */
  id: z.string().regex(/^[0-9a-f]{64}-\d{1,6}$/),
  receivedDate: time,
  value: bitcoin,
  status: z.enum(['Processing', 'Settled', 'Invalid']),
});

/** Only the id is checked, because the data of other methods than on-chain has another form. */
export const btcpayPaymentMethodsSchema = z
  .array(z.looseObject({ paymentMethodId: z.string() }))
  .max(100);

export const btcpayPaymentMethodSchema = z.object({
  destination: line(120).nullish(),
  rate: decimal,
  amount: bitcoin,
  payments: z.array(payment).max(1_000),
  additionalData: z
    .object({ keyPath: line(40).nullish() })
    .nullish()
    .catch(null),
});
export type BtcpayPaymentMethod = z.output<typeof btcpayPaymentMethodSchema>;

export const btcpayWebhooksSchema = z
  .array(
    z.object({
      url: z.string().max(2_048),
      enabled: z.boolean(),
      automaticRedelivery: z.boolean().nullish(),
      authorizedEvents: z.object({
        everything: z.boolean(),
        specificEvents: z.array(line(60)).max(50).nullish(),
      }),
    }),
  )
  .max(100);

export const btcpayErrorSchema = z.object({
  missingPermission: z.string().regex(/^btcpay\.[a-z.]{1,80}$/),
});
