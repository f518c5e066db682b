import {
  ADDITIONAL_STATUSES,
  type AdditionalStatus,
  type InvoiceCheckout,
  type InvoiceState,
  type ManualStatus,
} from '@/db/schema/greenfield';
import { AddressError, addressToScript } from '@/lib/bitcoin/address';
import type { AddressDeriver } from '@/lib/bitcoin/derive';
import { isCurrency, unitsPerBitcoin } from '@/lib/domain/currency';
import { languageOf } from '@/lib/domain/language';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_REFERENCE_LENGTH,
  MAX_TOLERANCE_PPM,
} from '@/lib/domain/limits';
import type { Network } from '@/lib/domain/network';
import type { Price } from '@/lib/domain/price';
import { Problem } from '@/lib/domain/problems';
import { parseRate } from '@/lib/domain/rate';
import { MAX_SATS, type Sats, toSats } from '@/lib/domain/sats';
import { requiredSats } from '@/lib/domain/tolerance';
import type { ReportedOutput } from '@/lib/payments/imports/check-outputs';
import { NO_EXTRA, type PaymentExtra } from '@/lib/payments/payment-extra';
import { newPaymentRow, type PaymentRow } from '@/lib/payments/payment-row';
import { customerFromMetadata, orderIdOf, singleLine } from '../create-invoice';
import { parseAmount } from '../decimals';
import {
  SPEED_POLICIES,
  type SpeedPolicy,
  STORE_DEFAULTS,
  speedPolicyNames,
} from '../speed-policy';
import type { BtcpayInvoiceResponse, BtcpayPaymentMethod } from './btcpay-answers';
import { addressIndexOf, type FetchedInvoice } from './read-store';

/** Maximum length of metadata as JSON; longer metadata, such as files, is not imported. */
const MAX_METADATA = 16_384;
const DAY_MS = 86_400_000;

export interface ImportTarget {
  readonly network: Network;
  readonly addresses: AddressDeriver;
}

/** An invoice as the payment that the import would write. */
export interface InvoiceDraft {
  /** The payment's row, which has no key and no wallet yet. */
  readonly draft: PaymentRow;
  readonly extra: PaymentExtra;
  readonly reported: readonly ReportedOutput[];
  readonly isOpen: boolean;
  readonly isWatched: boolean;
  readonly isArchived: boolean;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly checkout: InvoiceCheckout;
  /** The state that BTCPay Server has reported to the shop. */
  readonly told: InvoiceState;
  readonly answer: FetchedInvoice;
}

/**
 * Converts an invoice to a payment; undefined without an on-chain address.
 *
 * @throws Problem `address_network_mismatch` for an address of another network
 */
export function toInvoiceDraft(
  read: FetchedInvoice,
  { network, addresses }: ImportTarget,
  now: Date,
): InvoiceDraft | undefined {
  const { invoice, method } = read;
  if (!method?.destination) return undefined;
  const script = scriptOf(method.destination, network);
  const derivationIndex = derivedIndex(method, script, addresses);
  const reported = outputsOf(read);
  const price = priceOf(read, method);
  const tolerance = Math.round((invoice.checkout?.paymentTolerance ?? 0) * 10_000);
  // An invoice without a fixed amount becomes a payment for what it received, so it counts as paid.
  const amount = method.amount > 0 ? method.amount : toSats(Math.max(1, sumOf(reported)));
  const metadata = boundedMetadata(invoice.metadata);
  const row = newPaymentRow(
    { apiKeyId: '', network, defaultWebhookUrl: null },
    {
      amount,
      ...(price ? { price } : {}),
      tolerancePpm: Math.min(tolerance, MAX_TOLERANCE_PPM),
      requiredConfirmations: SPEED_POLICIES[speedOf(invoice)],
      expiresInSeconds: 0,
      webhookUrl: null,
      destinationAddress: null,
      reference: singleLine(orderIdOf(metadata), MAX_REFERENCE_LENGTH),
      customer: customerFromMetadata(metadata),
      extra: null,
    },
    {
      address: method.destination,
      script,
      walletId: null,
      derivationIndex,
      watchFromHeight: 0,
      watchAfterHash: null,
    },
    invoice.createdTime,
  );
  const isOpen = invoice.status === 'New' || invoice.status === 'Processing';
  const monitored =
    invoice.monitoringExpiration ?? new Date(invoice.expirationTime.getTime() + DAY_MS);
  return {
    draft: {
      ...row,
      // `tolerancePpm` is capped, but the required amount uses the invoice's full tolerance.
      requiredSats: toSats(Math.max(1, requiredSats(amount, tolerance))),
      expiresAt: invoice.expirationTime,
    },
    extra: {
      ...NO_EXTRA,
      metadata: { btcpay_invoice_id: invoice.id },
      description: singleLine(metadata.itemDesc, MAX_DESCRIPTION_LENGTH),
      locale: languageOf(invoice.checkout?.defaultLanguage ?? '') ?? null,
      noFollowUps: true,
    },
    reported,
    isOpen,
    isArchived: invoice.archived ?? false,
    isWatched: isOpen || (invoice.status === 'Expired' && monitored > now),
    metadata: { ...metadata, btcpayInvoiceId: invoice.id },
    checkout: checkoutOf(invoice, monitored),
    told: {
      status: invoice.status,
      additionalStatus: additionalOf(invoice.additionalStatus),
      outputs: Object.fromEntries(method.payments.map(({ id, status }) => [id, status])),
    },
    answer: read,
  };
}

/**
 * Returns a mark (a status set by hand) if the invoice's status at BTCPay Server does not follow
 * from the on-chain money, because somebody set the status or Lightning paid the invoice. Returns
 * null otherwise.
 */
export function inferManualStatus(
  { answer }: InvoiceDraft,
  { status }: Pick<PaymentRow, 'status'>,
): ManualStatus | null {
  const { status: theirs } = answer.invoice;
  if (theirs === 'Invalid') return 'Invalid';
  return theirs === 'Settled' && status !== 'confirmed' && status !== 'detected' ? 'Settled' : null;
}

function speedOf({ checkout }: BtcpayInvoiceResponse): SpeedPolicy {
  const known = speedPolicyNames.find((one) => one === checkout?.speedPolicy);
  return known ?? STORE_DEFAULTS.speedPolicy;
}

function checkoutOf(invoice: BtcpayInvoiceResponse, monitored: Date): InvoiceCheckout {
  const { checkout, expirationTime } = invoice;
  return {
    speedPolicy: speedOf(invoice),
    monitoringMinutes: Math.max(
      0,
      Math.round((monitored.getTime() - expirationTime.getTime()) / 60_000),
    ),
    redirectURL: checkout?.redirectURL ?? null,
    defaultLanguage: checkout?.defaultLanguage ?? null,
  };
}

function scriptOf(address: string, network: Network): string {
  try {
    return addressToScript(address, network);
  } catch (error) {
    if (!(error instanceof AddressError)) throw error;
    throw new Problem(
      'address_network_mismatch',
      `An invoice of the store has an address that is none of ${network}. Choose the network of the store.`,
    );
  }
}

/**
 * Returns the index of an invoice's address in the wallet; null if an earlier wallet of the store
 * issued the address.
 */
function derivedIndex(
  { additionalData }: BtcpayPaymentMethod,
  script: string,
  addresses: AddressDeriver,
): number | null {
  const index = addressIndexOf(additionalData?.keyPath ?? '');
  if (index === undefined || index >= 2 ** 31) return null;
  return addresses.at(index).script === script ? index : null;
}

/** Omits outputs that BTCPay Server no longer finds on the chain. */
function outputsOf({ method, blocks }: FetchedInvoice): ReportedOutput[] {
  return (method?.payments ?? []).flatMap(({ id, value, receivedDate, status }) => {
    const [txid = '', vout] = id.split('-');
    const block = blocks.get(txid) ?? null;
    const isLost = status === 'Invalid' || (status === 'Settled' && !block);
    return isLost ? [] : [{ txid, vout: Number(vout), sats: value, seenAt: receivedDate, block }];
  });
}

function sumOf(outputs: readonly ReportedOutput[]): number {
  return Math.min(
    MAX_SATS,
    outputs.reduce((sum: number, { sats }: { readonly sats: Sats }) => sum + sats, 0),
  );
}

function priceOf({ invoice }: FetchedInvoice, { rate }: BtcpayPaymentMethod): Price | undefined {
  const { currency, amount, createdTime } = invoice;
  if (!isCurrency(currency) || !amount || !parseRate(rate)) return undefined;
  const requestedAmount = parseAmount(amount, currency);
  if (!requestedAmount) return undefined;
  return {
    amount: requestedAmount,
    currency,
    rate,
    source: unitsPerBitcoin(currency) ? 'unit' : 'btcpay',
    quotedAt: createdTime.toISOString(),
    spreadPpm: 0,
  };
}

function boundedMetadata(
  metadata: BtcpayInvoiceResponse['metadata'],
): Readonly<Record<string, unknown>> {
  try {
    if (metadata && JSON.stringify(metadata).length <= MAX_METADATA) return metadata;
  } catch {
    // Metadata that is nested too deeply cannot be stored, so it is left out.
  }
  return { orderId: singleLine(orderIdOf(metadata ?? {}), MAX_REFERENCE_LENGTH) };
}

function additionalOf(text: string | null | undefined): AdditionalStatus {
  return ADDITIONAL_STATUSES.find((known) => known === text) ?? 'None';
}
