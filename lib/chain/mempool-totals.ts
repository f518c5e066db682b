/** What a node tells of its whole mempool, or of some of its transactions. */
export interface Totals {
  readonly count: number;
  readonly vbytes: number;
  /** In satoshis. */
  readonly fees: number;
}

/** What one transaction adds to the totals. */
export type Size = Omit<Totals, 'count'>;

export const NOTHING: Totals = { count: 0, vbytes: 0, fees: 0 };

export function plus(a: Totals, b: Totals, sign = 1): Totals {
  return {
    count: a.count + sign * b.count,
    vbytes: a.vbytes + sign * b.vbytes,
    fees: a.fees + sign * b.fees,
  };
}

export const minus = (a: Totals, b: Totals): Totals => plus(a, b, -1);

export const isSame = (a: Totals, b: Totals): boolean =>
  a.count === b.count && a.vbytes === b.vbytes && a.fees === b.fees;
