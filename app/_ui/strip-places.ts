/** The fields of a paid payment that relate to blocks. */
export interface ConfirmingPayment {
  readonly required_confirmations: number;
  /**
   * The height of the block in which the payment's outputs cover the amount; null while its
   * transactions are in the mempool.
   */
  readonly covered_height: number | null;
}

export interface StripCell {
  /** The position on the strip: 0 is the newest block, 1 the next block to come. */
  readonly at: number;
  readonly filled: boolean;
}

/**
 * Returns the position of each confirmation on the strip. For a payment in the mempool, the next
 * block is assumed to be its first confirmation.
 */
export function cellsOf(payment: ConfirmingPayment, tip: number): StripCell[] {
  const first = (payment.covered_height ?? tip + 1) - tip;
  return Array.from({ length: payment.required_confirmations }, (_, place) => ({
    at: first + place,
    filled: first + place <= 0,
  }));
}

/**
 * Returns the height of the block that confirms a payment. For a payment in the mempool, the next
 * block is assumed to include it.
 */
export function confirmingHeight(payment: ConfirmingPayment, tip: number): number {
  return (payment.covered_height ?? tip + 1) + payment.required_confirmations - 1;
}
