import { btcAmount } from '@/lib/bitcoin/bip21';
import { csvCell } from '../payments/csv';

export interface PayoutRow {
  readonly address: string;
  readonly sats: number;
  /** The payment's reference. */
  readonly label: string | null;
}

/**
 * Returns a file for Sparrow's "Send to Many", which reads address, amount and label and skips a
 * first line without an amount (SendToManyDialog). Amounts are in satoshis, because Sparrow reads
 * these exactly, but cuts a satoshi off some amounts in BTC.
 */
export function sparrowCsv(rows: readonly PayoutRow[]): string {
  const lines = rows.map(
    ({ address, sats, label }) => `${address},${sats},${csvCell(label ?? 'Refund')}\n`,
  );
  return `Address,Amount (sats),Label\n${lines.join('')}`;
}

/**
 * Returns lines for Electrum's "Pay to many": address and amount, without a first line or a label
 * (PaymentIdentifier). Amounts are in BTC, the largest unit. If Electrum uses a smaller base unit,
 * it thus pays too little, never too much.
 */
export function electrumCsv(rows: readonly PayoutRow[]): string {
  return rows.map(({ address, sats }) => `${address},${btcAmount(sats)}\n`).join('');
}
