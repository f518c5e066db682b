/** The mark before the decimals of a number, in the language of a form. */
export type DecimalMark = '.' | ',';

/**
 * Matches a number with one separator followed by three digits, like thousands: "1,000", not
 * "0,500".
 */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * Whether a number may be meant as thousands. In this case, only the mark of the form's own
 * language counts as the decimal point. A number with the other mark is refused, since it could be
 * a thousandth of the intended amount.
 */
export function mayBeThousands(typed: string, decimalMark: DecimalMark): boolean {
  const mark = MAYBE_THOUSANDS.exec(typed)?.[1];
  return mark !== undefined && mark !== decimalMark;
}
