/** Formats an amount as plain text with non-breaking spaces, such as "125 000 sat". */
export function formatSats(sats: number): string {
  return `${digitGroups(sats).join('\u00a0')}\u00a0sat`;
}

/** Splits a number into groups of three digits, such as "125", "000" for 125000. */
export function digitGroups(value: number): string[] {
  return groupsOfThree(String(value));
}

export function groupsOfThree(digits: string): string[] {
  return digits.match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [];
}
