/** An amount as plain text, with non-breaking spaces: for a title, a label or a screen reader. */
export function amountText(sats: number): string {
  return `${digitGroups(sats).join('\u00a0')}\u00a0sat`;
}

/** Returns digits in groups of three, counted from the right: 125000 is "125", "000". */
export function digitGroups(value: number): string[] {
  return groupsOfThree(String(value));
}

/** Returns digits in groups of three, counted from the right. */
export function groupsOfThree(digits: string): string[] {
  return digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [];
}
