import { MANUAL_STATUSES } from '@/db/schema/greenfield';
import { formatSatsAsBtc, paymentUri } from '@/lib/bitcoin/bip21';
import type { Currency } from '@/lib/domain/currency';
import { priceOfReceived, rateAfterSpread } from '@/lib/domain/price';
import { publicUrl } from '@/lib/domain/public-url';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { dueSats } from '@/lib/payments/public-payment';
import { type Invoice, type InvoiceOutput, toInvoiceFacts } from './find-invoices';
import { outputId, outputStatus, toInvoiceState } from './projection';

/** BTCPay's id for on-chain bitcoin, the only payment method here. */
export const ON_CHAIN_METHOD = 'BTC-CHAIN';

export const checkoutLink = (appUrl: URL, invoiceId: string) =>
  publicUrl(appUrl, `/i/${encodeURIComponent(invoiceId)}`);

export const toUnixSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/** Returns an invoice in the form of BTCPay's API. */
export function toGreenfieldInvoice(found: Invoice, appUrl: URL) {
  const { row, invoice, extra } = found;
  const { status, additionalStatus } = toInvoiceState(toInvoiceFacts(found), invoice.mark);
  const { speedPolicy, monitoringMinutes, redirectURL, defaultLanguage } = invoice.checkout;
  const { amount, currency } = priceOf(row);
  return {
    id: row.id,
    storeId: row.apiKeyId,
    amount,
    paidAmount: paidAmount(row),
    currency,
    type: 'Standard',
    checkoutLink: checkoutLink(appUrl, row.id),
    createdTime: toUnixSeconds(row.createdAt),
    expirationTime: toUnixSeconds(row.expiresAt),
    monitoringExpiration: toUnixSeconds(row.expiresAt) + Math.round(monitoringMinutes * 60),
    status,
    additionalStatus,
    availableStatusesForManualMarking: MANUAL_STATUSES.filter((mark) => mark !== status),
    archived: invoice.archived,
    metadata: invoice.metadata,
    checkout: {
      speedPolicy,
      paymentMethods: [ON_CHAIN_METHOD],
      defaultPaymentMethod: ON_CHAIN_METHOD,
      lazyPaymentMethods: false,
      expirationMinutes: (row.expiresAt.getTime() - row.createdAt.getTime()) / 60_000,
      monitoringMinutes,
      paymentTolerance: row.tolerancePpm / 10_000,
      redirectURL,
      redirectAutomatically: extra?.returnAutomatically ?? false,
      defaultLanguage,
    },
    receipt: { enabled: false, showQR: null, showPayments: null },
  };
}

/**
 * Returns the payment methods of an invoice: only on-chain bitcoin.
 *
 * @param onlyCounting whether to omit outputs that no longer count
 */
export function toGreenfieldMethods(found: Invoice, onlyCounting = true) {
  const { row, outputs } = found;
  const due = dueSats(row);
  const received = formatSatsAsBtc(row.receivedSats);
  return [
    {
      activated: true,
      paymentMethodId: ON_CHAIN_METHOD,
      currency: 'BTC',
      destination: row.address,
      paymentLink: paymentUri(row.address, due),
      rate: rateOf(row),
      paymentMethodPaid: received,
      totalPaid: received,
      due: leftToPay(row),
      amount: formatSatsAsBtc(row.amountSats),
      paymentMethodFee: '0',
      payments: outputs
        .filter(({ gone }) => !(gone && onlyCounting))
        .map((output) => toGreenfieldPayment(output, found)),
      additionalData: {},
      // Older plugins read these fields, which were renamed in BTCPay 2.
      paymentMethod: 'BTC',
      cryptoCode: 'BTC',
      networkFee: '0',
    },
  ];
}

/** Returns an output as a payment of BTCPay's API. Webhooks contain the same object. */
export function toGreenfieldPayment(output: InvoiceOutput, found: Invoice) {
  return {
    id: outputId(output),
    receivedDate: toUnixSeconds(output.firstSeenAt),
    value: formatSatsAsBtc(output.sats),
    fee: '0',
    status: outputStatus(output, toInvoiceFacts(found)),
    destination: found.row.address,
  };
}

/** In bitcoin; negative when too much was paid. */
function leftToPay(row: PaymentRow): string {
  const over = row.receivedSats - row.amountSats;
  return over > 0 ? `-${formatSatsAsBtc(over)}` : formatSatsAsBtc(dueSats(row));
}

/** A payment without a price was requested in satoshis. */
function priceOf({ price, amountSats }: PaymentRow) {
  return price ?? { amount: String(amountSats), currency: 'SATS' as Currency };
}

function paidAmount(row: PaymentRow): string {
  if (row.receivedSats === 0) return '0';
  return priceOfReceived(priceOf(row), row.receivedSats, row.amountSats).amount;
}

const rateOf = ({ price }: PaymentRow) => (price ? rateAfterSpread(price) : '100000000');
