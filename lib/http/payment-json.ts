import { paymentUri } from '@/lib/bitcoin/bip21';
import { confirmations } from '@/lib/domain/confirmations';
import type { Network } from '@/lib/domain/network';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import { publicUrl } from '@/lib/domain/public-url';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { dueSats } from '@/lib/payments/public-payment';

/** A payment as the API shows it. Every field is always there; what has no value yet is null. */
export interface PaymentJson {
  readonly id: string;
  readonly address: string;
  readonly txid: string | null;
  readonly amount_sats: number;
  readonly underpayment_tolerance_ppm: number;
  readonly received_sats: number;
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly confirmations: number;
  readonly required_confirmations: number;
  readonly network: Network;
  readonly created_at: string;
  readonly expires_at: string;
  readonly detected_at: string | null;
  readonly confirmed_at: string | null;
  readonly canceled_at: string | null;
  readonly reference: string | null;
  readonly webhook_url: string | null;
  readonly checkout_url: string;
  readonly payment_uri: string;
}

/**
 * @param chainHeight the last block whose effects are in the database; null before the first
 * @param appUrl the public base URL, from the configuration
 */
export function paymentJson(row: PaymentRow, chainHeight: number | null, appUrl: URL): PaymentJson {
  return {
    id: row.id,
    address: row.address,
    txid: row.txid,
    amount_sats: row.amountSats,
    underpayment_tolerance_ppm: row.tolerancePpm,
    received_sats: row.receivedSats,
    status: row.status,
    flags: row.flags,
    confirmations: confirmations(row.coveredHeight, chainHeight),
    required_confirmations: row.requiredConfirmations,
    network: row.network,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    detected_at: row.detectedAt?.toISOString() ?? null,
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    canceled_at: row.canceledAt?.toISOString() ?? null,
    reference: row.reference,
    webhook_url: row.webhookUrl,
    checkout_url: publicUrl(appUrl, `/pay/${row.checkoutId}`),
    payment_uri: paymentUri(row.address, dueSats(row)),
  };
}
