import type { Metadata } from '@/lib/domain/metadata';
import type { PriceResponse } from '../rates/price-response';
import type { ConfirmationRateResponse } from './confirmation-rate-response';
import { type PaymentResponse, paymentSchema } from './payment-response';

/** Programs rely on the order of these columns. */
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
  'price_amount',
  'price_currency',
  'price_rate',
  'price_source',
  'price_quoted_at',
  'price_spread_ppm',
  'metadata',
  'description',
  'locale',
  'return_url',
  'return_automatically',
  'rate_at_confirmation',
  'rate_at_confirmation_currency',
  'rate_at_confirmation_source',
  'rate_at_confirmation_quoted_at',
] as const satisfies readonly Column[];
/** Fields without a column. Customers are left out, because people pass the file on. */
const LEFT_OUT = [
  'payment_uri',
  'price',
  'customer',
] as const satisfies readonly (keyof PaymentResponse)[];

type Field = Exclude<keyof PaymentResponse, (typeof LEFT_OUT)[number]>;
type Column = Field | `price_${keyof PriceResponse}` | keyof ReturnType<typeof atConfirmation>;
type Cell = PaymentResponse[Field];

/** New fields of a payment are added at the end. */
const COLUMNS: readonly Column[] = [
  ...new Set([...KNOWN, ...paymentSchema.keyof().exclude(LEFT_OUT).options]),
];

/** Without a byte order mark, spreadsheets assume a legacy encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

export const CSV_HEADER_LINE = `${BYTE_ORDER_MARK}${COLUMNS.join(',')}\r\n`;

/**
 * Returns a payment as a line of CSV (RFC 4180).
 *
 * @param noted the rate when the payment was confirmed
 */
export function csvLine(payment: PaymentResponse, noted: ConfirmationRateResponse | null): string {
  const cells: Partial<Record<Column, Cell>> = { ...payment, ...atConfirmation(noted) };
  for (const [name, value] of Object.entries(payment.price ?? {})) {
    cells[`price_${name as keyof PriceResponse}`] = value;
  }
  return `${COLUMNS.map((column) => csvCell(cells[column] ?? null)).join(',')}\r\n`;
}

/** All cells are empty while there is no rate. */
function atConfirmation(noted: ConfirmationRateResponse | null) {
  const found = noted?.rate ? noted : undefined;
  return {
    rate_at_confirmation: found?.rate ?? null,
    rate_at_confirmation_currency: found?.currency ?? null,
    rate_at_confirmation_source: found?.source ?? null,
    rate_at_confirmation_quoted_at: found?.quoted_at ?? null,
  };
}

/** Characters that begin a formula, and the variants that programs treat like them (NFKC). */
const FORMULA = '[=+\\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠]';
/**
 * A formula may begin after one of these characters, even inside quotes, because some programs
 * start a new cell at ";" or at a tab.
 */
const BEGINNING = '[,;|\\p{Cc}\\u2028\\u2029]|^';
/** Invisible characters and quotes, which programs skip or remove before a formula. */
const SKIPPED = `[\\s\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800"']*`;

/**
 * Matches every place where a formula could begin, whether or not a formula follows. Each run of
 * invisible characters is thus read only once. Searching backwards from each formula would take
 * quadratic time.
 */
const CELL_BEGIN = new RegExp(`(${BEGINNING})(${SKIPPED})(${FORMULA}?)`, 'gu');

/**
 * Returns a cell that no spreadsheet evaluates (OWASP, CSV Injection). Text is quoted, and gets an
 * apostrophe wherever a formula could begin.
 */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value : textOf(value);
  return `"${text.replace(CELL_BEGIN, guarded).replaceAll('"', '""')}"`;
}

function guarded(found: string, beginning: string, skipped: string, formula: string): string {
  return formula === '' ? found : `${beginning}${skipped}'${formula}`;
}

function textOf(value: readonly string[] | Metadata): string {
  return Array.isArray(value) ? value.join(' ') : JSON.stringify(value);
}
