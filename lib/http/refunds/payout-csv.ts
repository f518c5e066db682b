import { formatSatsAsBtc } from '@/lib/bitcoin/bip21';
import { csvCell } from '../payments/csv';

export interface PayoutRow {
  readonly address: string;
  readonly sats: number;
  readonly label: string | null;
}

/**
 * Returns a file for Sparrow's "Send to Many", which reads address, amount and label, and skips a
 * first line without an amount (SendToManyDialog). Sparrow reads satoshis exactly, but some amounts
 * in BTC would lose a satoshi.
 */
export function sparrowCsv(rows: readonly PayoutRow[]): string {
  const lines = rows.map(
    ({ address, sats, label }) => `${address},${sats},${csvCell(label ?? 'Refund')}\n`,
  );
  return `Address,Amount (sats),Label\n${lines.join('')}`;
}

/**
 * Returns lines for Electrum's "Pay to many": address and amount, without a first line or labels
 * (PaymentIdentifier). Amounts are in BTC, the largest unit, so an Electrum with a smaller base
 * unit pays too little, never too much.
 */
export function electrumCsv(rows: readonly PayoutRow[]): string {
  return rows.map(({ address, sats }) => `${address},${formatSatsAsBtc(sats)}\n`).join('');
}
