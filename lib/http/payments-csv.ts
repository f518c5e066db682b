import type { PaymentJson } from './payment-json';

/** Every field of a payment in the order of the columns, and whether it is one. */
const FIELDS = {
  id: true,
  created_at: true,
  status: true,
  flags: true,
  reference: true,
  amount_sats: true,
  received_sats: true,
  confirmations: true,
  required_confirmations: true,
  network: true,
  address: true,
  txid: true,
  detected_at: true,
  confirmed_at: true,
  canceled_at: true,
  expires_at: true,
  underpayment_tolerance_ppm: true,
  webhook_url: true,
  checkout_url: true,
  payment_uri: false,
} as const satisfies Record<keyof PaymentJson, boolean>;

const COLUMNS = (Object.keys(FIELDS) as (keyof PaymentJson)[]).filter((name) => FIELDS[name]);

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
