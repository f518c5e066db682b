import type { PaymentFlag, PaymentStatus } from './payment';
import type { DecisionReason } from './worklist';

/** What decides whether a payment's money belongs to the merchant. Amounts are in satoshis. */
export interface MoneyFacts {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly handled: readonly DecisionReason[];
  /** Whether a member accepted the money although it was late, too much or too little. */
  readonly accepted: boolean;
  readonly amount: number;
  /** The received amount in blocks. Unconfirmed money does not count. */
  readonly inBlocks: number;
  /** The sum of the sent and confirmed refunds. */
  readonly refunded?: number;
}

export interface MoneyShares {
  /** Confirmed money without an open decision. Refunds are not deducted. */
  readonly earned: number;
  /** Confirmed money that belongs to the customer unless a member decides otherwise. */
  readonly toGiveBack: number;
}

/**
 * Splits confirmed money into an earned part and a part to give back. Refunded money counts as
 * earned, because the books deduct every refund. `lib/payments/views/money-shares.ts` has the same
 * rule in SQL; a test compares the two.
 */
export function splitConfirmedMoney(facts: MoneyFacts): MoneyShares {
  const { refunded = 0, inBlocks } = facts;
  const { earned, toGiveBack } = decidedShares(facts);
  return {
    earned: earned + Math.min(inBlocks - earned, refunded),
    toGiveBack: Math.max(0, toGiveBack - refunded),
  };
}

function decidedShares(facts: MoneyFacts): MoneyShares {
  const { status, accepted, amount, inBlocks } = facts;
  if (accepted) return { earned: inBlocks, toGiveBack: 0 };
  const isOpen = (reason: 'late' | 'overpaid') =>
    facts.flags.includes(reason) && !facts.handled.includes(reason);
  if (status === 'confirmed') {
    if (isOpen('late')) return { earned: 0, toGiveBack: inBlocks };
    const excess = isOpen('overpaid') ? Math.max(0, inBlocks - amount) : 0;
    return { earned: inBlocks - excess, toGiveBack: excess };
  }
  // After a cancellation, even an incomplete payment must be given back.
  const isCanceled = status === 'canceled' && !facts.handled.includes('underpaid');
  return { earned: 0, toGiveBack: isCanceled ? inBlocks : 0 };
}
