/**
 * Returns an amount as plain text with non-breaking spaces, for a title, a label or a screen
 * reader.
 */
export function amountText(sats: number): string {
  return `${digitGroups(sats).join('\u00a0')}\u00a0sat`;
}

/**
 * Returns the digits of a number in groups of three from the right, such as "125", "000" for
 * 125000.
 */
export function digitGroups(value: number): string[] {
  return groupsOfThree(String(value));
}

/** Returns digits in groups of three from the right. Only the first group may be shorter. */
export function groupsOfThree(digits: string): string[] {
  return digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [];
}
