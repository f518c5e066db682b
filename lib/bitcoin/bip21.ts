import { toSats } from '@/lib/domain/sats';
import { isBech32 } from './network';

export interface UriLabels {
  readonly label?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Returns a link that opens a wallet (BIP 21, BIP 321). `sats` is the amount left to pay; for 0 the
 * link has no amount.
 */
export function paymentUri(address: string, sats: number, labels: UriLabels = {}): string {
  const parameters: string[] = [];
  if (sats !== 0) parameters.push(`amount=${formatSatsAsBtc(sats)}`);
  if (labels.label) parameters.push(`label=${encode(labels.label)}`);
  if (labels.message) parameters.push(`message=${encode(labels.message)}`);
  return [`bitcoin:${address}`, parameters.join('&')].filter(Boolean).join('?');
}

/**
 * Returns the payment link for a QR code. A bech32 address is written in capitals, which need a
 * smaller code (BIP 173). The scheme stays in lower case, because some wallets require it.
 */
export function paymentQrText(address: string, sats: number): string {
  return paymentUri(isBech32(address) ? address.toUpperCase() : address, sats);
}

/**
 * Returns satoshis in bitcoin without trailing zeros, such as "20.3" for 2030000000.
 *
 * @throws RangeError for an invalid amount
 */
export function formatSatsAsBtc(sats: number): string {
  const digits = String(toSats(sats)).padStart(9, '0');
  const fraction = digits.slice(-8).replace(/0+$/, '');
  return digits.slice(0, -8) + (fraction && `.${fraction}`);
}

/**
 * Percent-encodes a text (RFC 3986). U+FFFD replaces an unpaired surrogate, which UTF-8 cannot
 * encode.
 */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}
