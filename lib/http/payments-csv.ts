import { type PaymentAnswer, paymentSchema } from './answers/payment';

/** The columns there have been so far, in the order that programs which go by position know. */
const KNOWN = [
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
] as const satisfies readonly (keyof PaymentAnswer)[];
const LEFT_OUT = ['payment_uri'] as const satisfies readonly (keyof PaymentAnswer)[];

/** Every field of a payment is a column: one that is new in the schema becomes the last. */
const COLUMNS: readonly (keyof PaymentAnswer)[] = [
  ...new Set([...KNOWN, ...paymentSchema.keyof().options]),
].filter((field) => !(LEFT_OUT as readonly string[]).includes(field));

/** Spreadsheets take a file without it for their country's old encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** The first line of the file. */
export const CSV_HEAD = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

/** A payment as a line of CSV (RFC 4180). */
export function csvLine(payment: PaymentAnswer): string {
  return `${COLUMNS.map((column) => csvCell(payment[column])).join(',')}\r\n`;
}

/**
 * A cell that no spreadsheet runs: text that could be read as a formula gets an apostrophe in
 * front (OWASP, CSV Injection), also in the full-width forms that some programs treat alike.
 */
export function csvCell(value: PaymentAnswer[keyof PaymentAnswer]): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : value.join(' ');
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}
