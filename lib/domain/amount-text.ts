/** An amount as plain text, with non-breaking spaces: for a title, a label or a screen reader. */
export function amountText(sats: number): string {
  return `${thousands(sats).join('\u00a0')}\u00a0sat`;
}

/** Returns digits in groups of three, counted from the right: 125000 is "125", "000". */
export function thousands(value: number): string[] {
  return inThrees(String(value));
}

/** Returns digits in groups of three, counted from the right. */
export function inThrees(digits: string): string[] {
  return digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [];
}
