import { toSats } from '@/lib/domain/sats';
import { isBech32 } from './network';

export interface UriLabels {
  /** The recipient: the merchant's name. */
  readonly label?: string | undefined;
  /** The purpose: the payment's reference. */
  readonly message?: string | undefined;
}

/**
 * Returns the link that opens a wallet (BIP 21, BIP 321), without an amount when nothing is due.
 *
 * @param sats the amount left to pay, in satoshis
 */
export function paymentUri(address: string, sats: number, labels: UriLabels = {}): string {
  const parameters: string[] = [];
  if (sats !== 0) parameters.push(`amount=${btcAmount(sats)}`);
  if (labels.label) parameters.push(`label=${encode(labels.label)}`);
  if (labels.message) parameters.push(`message=${encode(labels.message)}`);
  return [`bitcoin:${address}`, parameters.join('&')].filter(Boolean).join('?');
}

/**
 * Returns the payment link for a QR code: a bech32 address in capitals needs a smaller code (BIP
 * 173). The scheme stays in lower case, which some wallets require; base58 is unchanged.
 */
export function paymentQrText(address: string, sats: number): string {
  return paymentUri(isBech32(address) ? address.toUpperCase() : address, sats);
}

/**
 * Satoshis as a decimal number of bitcoin with no trailing zeros: 2030000000 is "20.3".
 *
 * @throws RangeError for an invalid amount
 */
export function btcAmount(sats: number): string {
  const digits = String(toSats(sats)).padStart(9, '0');
  const fraction = digits.slice(-8).replace(/0+$/, '');
  return digits.slice(0, -8) + (fraction && `.${fraction}`);
}

/** Percent-encodes (RFC 3986); half a surrogate pair, which UTF-8 cannot hold, becomes U+FFFD. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
