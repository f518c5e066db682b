export interface ConfirmingPayment {
  readonly required_confirmations: number;
  /**
   * The height of the block in which the payment's outputs cover the amount; null while they are in
   * the mempool.
   */
  readonly covered_height: number | null;
}

export interface StripCell {
  /** 0 is the newest block, 1 the next block to come. */
  readonly at: number;
  readonly filled: boolean;
}

/**
 * Returns one position per required confirmation. For a payment in the mempool, the next block is
 * assumed to include it.
 */
export function confirmationCells(payment: ConfirmingPayment, tip: number): StripCell[] {
  const first = (payment.covered_height ?? tip + 1) - tip;
  return Array.from({ length: payment.required_confirmations }, (_, place) => ({
    at: first + place,
    filled: first + place <= 0,
  }));
}

/**
 * Returns the height of the block with the last required confirmation. For a payment in the
 * mempool, the next block is assumed to include it.
 */
export function finalConfirmationHeight(payment: ConfirmingPayment, tip: number): number {
  return (payment.covered_height ?? tip + 1) + payment.required_confirmations - 1;
}
