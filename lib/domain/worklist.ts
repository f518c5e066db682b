import type { PaymentFlag, PaymentStanding, PaymentStatus } from './payment';

/** The inbox reasons that follow from the status and flags of a payment. */
export const MONEY_REASONS = ['late', 'overpaid', 'underpaid', 'reverted'] as const;
export type MoneyReason = (typeof MONEY_REASONS)[number];

/**
 * Why a payment is in the inbox, where a member has to decide or act. `undelivered` means that a
 * webhook was given up.
 */
export const WORK_REASONS = [...MONEY_REASONS, 'undelivered'] as const;
export type WorkReason = (typeof WORK_REASONS)[number];

/**
 * The states of an inbox entry. An entry is `open` until a member marks it as done. If its reason
 * applies again, it becomes open again.
 */
export const WORK_STATES = ['open', 'handled'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** The reasons that are settled when a member accepts the money as it is. */
export const ACCEPTABLE: readonly MoneyReason[] = ['late', 'overpaid', 'underpaid'];

/** A flag, and the statuses in which it needs a decision. */
interface Sign {
  readonly flag: PaymentFlag;
  readonly statuses: readonly PaymentStatus[];
}

/**
 * For each reason, the flags and statuses that cause it. One of them is enough. The database's
 * index of open work uses the same table (`db/schema/work-conditions.ts`).
 * - `late`, `overpaid`: only after the money is confirmed, because there is nothing to decide
 *   before.
 * - `underpaid`: the payment ended with only a part of its amount. This ends when it is paid in
 *   full.
 * - `reverted`: money vanished, or a reorg removed a confirmation. This ends when the payment is
 *   paid, or confirmed, again.
 */
export const MONEY_SIGNS: Readonly<Record<MoneyReason, readonly Sign[]>> = {
  late: [{ flag: 'late', statuses: ['confirmed'] }],
  overpaid: [{ flag: 'overpaid', statuses: ['confirmed'] }],
  underpaid: [{ flag: 'underpaid', statuses: ['expired', 'canceled'] }],
  reverted: [
    { flag: 'replaced', statuses: ['pending', 'expired', 'canceled'] },
    { flag: 'reorged', statuses: ['pending', 'detected', 'expired', 'canceled'] },
  ],
};

/**
 * Returns the reasons that follow from a payment's status and flags, whether or not they are marked
 * as done.
 */
export function moneyReasons({
  status,
  flags,
}: Pick<PaymentStanding, 'status' | 'flags'>): MoneyReason[] {
  return MONEY_REASONS.filter((reason) =>
    MONEY_SIGNS[reason].some((sign) => flags.includes(sign.flag) && sign.statuses.includes(status)),
  );
}

/**
 * Returns those reasons of a payment that are settled by accepting its money or by giving it back.
 */
export function acceptableReasons(of: Pick<PaymentStanding, 'status' | 'flags'>): MoneyReason[] {
  return moneyReasons(of).filter((reason) => ACCEPTABLE.includes(reason));
}

type WorkFacts = Pick<PaymentStanding, 'status' | 'flags' | 'received'>;

/**
 * Returns which reasons stay marked as done when a payment changes. The payment must still have the
 * reason, and its received amount must be the same. Other reasons are open again, now or when they
 * next apply.
 */
export function stillHandled(
  handled: readonly MoneyReason[],
  before: WorkFacts,
  after: WorkFacts,
): MoneyReason[] {
  if (handled.length === 0 || after.received !== before.received) return [];
  const reasons = moneyReasons(after);
  return handled.filter((reason) => reasons.includes(reason));
}
