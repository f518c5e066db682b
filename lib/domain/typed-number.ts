/** The decimal mark of a number in the language of a form. */
export type DecimalMark = '.' | ',';

/**
 * Matches a number with one separator before exactly three digits, which may be thousands: "1,000",
 * but not "0,500".
 */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * Whether a number may be meant as thousands, although its mark is not the decimal mark of the
 * form's language. Such a number is refused, because it could be read as a thousandth of the
 * intended amount.
 */
export function mayBeThousands(typed: string, decimalMark: DecimalMark): boolean {
  const mark = MAYBE_THOUSANDS.exec(typed)?.[1];
  return mark !== undefined && mark !== decimalMark;
}
