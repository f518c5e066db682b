export type DecimalMark = '.' | ',';

/** Matches "1,000", but not "0,500", which cannot be thousands. */
const MAYBE_THOUSANDS = /^[1-9]\d{0,2}([.,])\d{3}$/;

/**
 * Whether the mark in a number may separate thousands, because it is not the form's decimal mark.
 * Such a number must be refused: read as a decimal, it would be a thousandth of the intended
 * amount.
 */
export function hasPossibleThousandsMark(typed: string, decimalMark: DecimalMark): boolean {
  const mark = MAYBE_THOUSANDS.exec(typed)?.[1];
  return mark !== undefined && mark !== decimalMark;
}
