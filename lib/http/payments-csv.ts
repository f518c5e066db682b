import type { PaymentJson } from './payment-json';

const COLUMNS = [
  'id',
  'created_at',
  'status',
  'flags',
  'reference',
  'amount_sats',
  'received_sats',
  'confirmations',
  'required_confirmations',
  'network',
  'address',
  'txid',
  'detected_at',
  'confirmed_at',
  'canceled_at',
  'expires_at',
  'underpayment_tolerance_ppm',
  'webhook_url',
  'checkout_url',
] as const satisfies readonly (keyof PaymentJson)[];

/** Spreadsheets take a file without it for their country's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of the file. */
export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

/** A payment as a line of CSV (RFC 4180). */
export function csvLine(payment: PaymentJson): string {
  return `${COLUMNS.map((column) => csvCell(payment[column])).join(',')}\r\n`;
}

/**
 * A cell that no spreadsheet runs: text that could be read as a formula gets an apostrophe in
 * front (OWASP, CSV Injection), also in the full-width forms that some programs treat alike.
 */
export function csvCell(value: PaymentJson[keyof PaymentJson]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : value.join(' ');
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}
