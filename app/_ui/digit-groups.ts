/** Digits in groups of three, counted from the right: 125000 is "125", "000". */
export function thousands(value: number): string[] {
  return String(value).match(/\d{1,3}(?=(?:\d{3})*$)/g) ?? [];
}

/** A group of digits: first what only fills places, then what counts. */
export interface BtcGroup {
  readonly leading: string;
  readonly digits: string;
}

/**
 * Satoshis as bitcoin with 8 places, grouped 2-3-3 after the point: 1000 is "0.00", "00" + "1",
 * "000". The groups joined are the plain number.
 */
export function btcGroups(sats: number): BtcGroup[] {
  const digits = String(sats).padStart(9, '0');
  const groups = [
    `${digits.slice(0, -8)}.${digits.slice(-8, -6)}`,
    digits.slice(-6, -3),
    digits.slice(-3),
  ];
  let leading = /^[0.]*/.exec(groups.join(''))?.[0].length ?? 0;
  return groups.map((group) => {
    const cut = Math.min(leading, group.length);
    leading -= cut;
    return { leading: group.slice(0, cut), digits: group.slice(cut) };
  });
}

/** Text in groups of four, the last one shorter: how a long address can be compared. */
export function fours(text: string): string[] {
  return text.match(/.{1,4}/g) ?? [];
}
