import { greenfieldInvoice, type InvoiceCheckout } from '@/db/schema/greenfield';
import { type Currency, isCurrency } from '@/lib/domain/currency';
import { type Customer, MAX_CUSTOMER_NAME_LENGTH } from '@/lib/domain/customer';
import { isEmail, normalizeEmail } from '@/lib/domain/email';
import { languageOf } from '@/lib/domain/language';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_TOLERANCE_PPM,
  MAX_URL_LENGTH,
} from '@/lib/domain/limits';
import type { PriceRequest } from '@/lib/domain/price';
import { invalidField } from '@/lib/domain/problems';
import { isReturnUrl } from '@/lib/domain/return-url';
import { type CreateDeps, createPayment } from '@/lib/payments/create-payment';
import type { PaymentExtra } from '@/lib/payments/payment-extra';
import type { PaymentRow } from '@/lib/payments/payment-row';
import type { StoreActor } from './authenticate-store';
import { parseAmount } from './decimals';
import type { CreateInvoiceBody } from './invoice-fields';
import { SPEED_POLICIES, STORE_DEFAULTS } from './speed-policy';

type Metadata = Readonly<Record<string, unknown>>;

/** An invoice is open for a day at most, because its exchange rate is fixed until it expires. */
const MAX_EXPIRY_MINUTES = 1_440;
const PPM_OF_PERCENT = 10_000;

/**
 * Creates an invoice: a payment, and a row with the fields that only BTCPay's API has.
 *
 * @param defaultCurrency the store's currency, for a request without one
 * @throws Problem `invalid_request`; the problems of {@link createPayment}
 */
export async function createInvoice(
  deps: CreateDeps,
  store: StoreActor,
  body: CreateInvoiceBody,
  defaultCurrency: Currency,
  now: Date,
): Promise<PaymentRow> {
  const requestedPrice = priceOf(body, defaultCurrency);
  const metadata = body.metadata ?? {};
  const orderId = orderIdOf(metadata);
  const given = body.checkout ?? {};
  const checkout: InvoiceCheckout = {
    speedPolicy: given.speedPolicy ?? STORE_DEFAULTS.speedPolicy,
    monitoringMinutes: given.monitoringMinutes ?? STORE_DEFAULTS.monitoringMinutes,
    redirectURL: given.redirectURL || null,
    defaultLanguage: given.defaultLanguage || null,
  };
  const minutes = given.expirationMinutes ?? STORE_DEFAULTS.expirationMinutes;
  const tolerance = given.paymentTolerance ?? STORE_DEFAULTS.paymentTolerance;
  const terms = {
    asked: requestedPrice,
    tolerancePpm: Math.min(Math.round(tolerance * PPM_OF_PERCENT), MAX_TOLERANCE_PPM),
    requiredConfirmations: SPEED_POLICIES[given.speedPolicy ?? STORE_DEFAULTS.speedPolicy],
    expiresInSeconds: Math.round(Math.min(minutes, MAX_EXPIRY_MINUTES) * 60),
    webhookUrl: null,
    destinationAddress: null,
    reference: singleLine(orderId, MAX_REFERENCE_LENGTH),
    customer: customerFromMetadata(metadata),
    extra: extraOf(metadata, orderId, checkout, given.redirectAutomatically ?? false),
  };
  // The callback runs in the payment's transaction, so either both rows are written or neither.
  return createPayment(deps, store, store.apiKeyId, terms, now, async (tx, paymentId) => {
    const { apiKeyId, pairingId: createdBy } = store;
    const values = { paymentId, apiKeyId, createdBy, metadata, checkout, orderId };
    await tx.insert(greenfieldInvoice).values(values);
    return undefined;
  });
}

function priceOf({ amount, currency }: CreateInvoiceBody, fallback: Currency): PriceRequest {
  const code = (currency || fallback).toUpperCase();
  if (!isCurrency(code)) {
    const message = `Must be a currency of ISO 4217, BTC or SATS, not "${code.slice(0, 20)}".`;
    throw invalidField('/currency', 'unknown_currency', message);
  }
  if (amount === null || amount === undefined) {
    const message =
      'Is required: this server has no top-up invoices, which take any amount. Create a payment link for them.';
    throw invalidField('/amount', 'required', message);
  }
  const text = parseAmount(amount, code);
  if (text) return { amount: text, currency: code };
  throw invalidField('/amount', 'invalid_format', `Must be an amount of ${code} above zero.`);
}

export function orderIdOf({ orderId }: Metadata): string | null {
  if (typeof orderId === 'number') return String(orderId);
  return typeof orderId === 'string' && orderId !== '' ? orderId : null;
}

/**
 * Returns the customer in an invoice's metadata; null if the metadata contains neither a name nor
 * an e-mail address that a payment can store.
 */
export function customerFromMetadata({ buyerName, buyerEmail }: Metadata): Customer | null {
  const name = singleLine(buyerName, MAX_CUSTOMER_NAME_LENGTH);
  const address = typeof buyerEmail === 'string' ? normalizeEmail(buyerEmail) : '';
  const email = isEmail(address) ? address : null;
  return name === null && email === null ? null : { name, email, reference: null };
}

function extraOf(
  { itemDesc }: Metadata,
  orderId: string | null,
  { redirectURL, defaultLanguage }: InvoiceCheckout,
  automatically: boolean,
): PaymentExtra {
  const returnUrl = redirectURL && returnUrlOf(redirectURL, orderId);
  return {
    metadata: null,
    description: singleLine(itemDesc, MAX_DESCRIPTION_LENGTH),
    payerNote: null,
    locale: languageOf(defaultLanguage ?? '') ?? null,
    returnUrl,
    returnAutomatically: automatically && returnUrl !== null,
    // A plugin would never learn of a follow-up payment, so none may be created.
    noFollowUps: true,
  };
}

/**
 * Replaces BTCPay's placeholder `{InvoiceId}` with our `{PAYMENT_ID}`, and `{OrderId}` with the
 * order id. The braces may be URL-encoded.
 */
function returnUrlOf(given: string, orderId: string | null): string {
  const url = given
    .replace(/(?:\{|%7B)InvoiceId(?:\}|%7D)/gi, '{PAYMENT_ID}')
    .replace(
      /(?:\{|%7B)OrderId(?:\}|%7D)/gi,
      encodeURIComponent((orderId ?? '').replace(/\p{Cs}/gu, '')),
    );
  if (url.length <= MAX_URL_LENGTH && isReturnUrl(url)) return url;
  const message = 'Must be a complete URL such as https://shop.example/thanks.';
  throw invalidField('/checkout/redirectURL', 'invalid_format', message);
}

/**
 * Joins the lines of a text and cuts it to `max` code points; null if nothing remains or it is not
 * a string.
 */
export function singleLine(given: unknown, max: number): string | null {
  if (typeof given !== 'string') return null;
  const text = given.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return [...text].slice(0, max).join('').trim() || null;
}
