import type { PaymentFlag, PaymentStatus } from './payment';
import type { MoneyReason } from './worklist';

/** The facts that decide whether a payment's money belongs to the merchant. Amounts in satoshis. */
export interface MoneyFacts {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  /** The inbox reasons that are marked as done. */
  readonly handled: readonly MoneyReason[];
  /** Whether a member accepted the money as it came. */
  readonly accepted: boolean;
  readonly amount: number;
  /** The received money that is in blocks. The mempool may contain more. */
  readonly inBlocks: number;
  /** The sent and confirmed refunds. */
  readonly refunded?: number;
}

export interface MoneyShares {
  /** Confirmed money about which no decision is open, before refunds. */
  readonly earned: number;
  /** Confirmed money that is not the merchant's until a member decides. */
  readonly toGiveBack: number;
}

/**
 * Returns how much of a payment's money is earned, and how much is to give back. Money is earned
 * when it is confirmed and awaits no decision. An open late payment counts nothing, an open
 * overpayment counts its amount, and accepted money counts in full. Refunded money counts too,
 * because the books deduct the refund, which is first taken from money that does not count yet. SQL
 * of the same rule is in `lib/payments/views/money-shares.ts`, and a test compares the two.
 */
export function moneyShares(facts: MoneyFacts): MoneyShares {
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
  // The customer of a canceled order gets a part back if it came too late for the order.
  const isCanceled = status === 'canceled' && !facts.handled.includes('underpaid');
  return { earned: 0, toGiveBack: isCanceled ? inBlocks : 0 };
}
