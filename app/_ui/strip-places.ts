/** The fields of a paid payment that relate to blocks. */
export interface ConfirmingPayment {
  readonly required_confirmations: number;
  /**
   * The height of the block in which the required amount is covered; null while transactions are in
   * the mempool.
   */
  readonly covered_height: number | null;
}

export interface StripCell {
  /** The place on the strip: 0 is the newest block, 1 the next. */
  readonly at: number;
  readonly filled: boolean;
}

/**
 * Returns the place of each confirmation of a payment. Mempool transactions are placed as if the
 * next block confirmed them.
 */
export function cellsOf(payment: ConfirmingPayment, tip: number): StripCell[] {
  const first = (payment.covered_height ?? tip + 1) - tip;
  return Array.from({ length: payment.required_confirmations }, (_, place) => ({
    at: first + place,
    filled: first + place <= 0,
  }));
}

/** Returns the block that confirms a payment, assuming that the next block includes it. */
export function confirmingHeight(payment: ConfirmingPayment, tip: number): number {
  return (payment.covered_height ?? tip + 1) + payment.required_confirmations - 1;
}
