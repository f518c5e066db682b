import type { PaymentFlag, PaymentStanding, PaymentStatus } from './payment';

/** The reasons that follow from the money of a payment. */
export const MONEY_REASONS = ['late', 'overpaid', 'underpaid', 'reverted'] as const;
export type MoneyReason = (typeof MONEY_REASONS)[number];

/**
 * The reasons for which a payment is in the inbox and a member has to decide or act. `undelivered`
 * means that a webhook was given up.
 */
export const WORK_REASONS = [...MONEY_REASONS, 'undelivered'] as const;
export type WorkReason = (typeof WORK_REASONS)[number];

/**
 * The states of an inbox entry. An entry is `open` until a member marks it as done, and opens again
 * when its reason returns.
 */
export const WORK_STATES = ['open', 'handled'] as const;
export type WorkState = (typeof WORK_STATES)[number];

/** The reasons that a member can settle by accepting the money unchanged. */
export const ACCEPTABLE: readonly MoneyReason[] = ['late', 'overpaid', 'underpaid'];

/** A flag, and the statuses in which a member has to act on it. */
interface Sign {
  readonly flag: PaymentFlag;
  readonly statuses: readonly PaymentStatus[];
}

/**
 * The signs of each reason, of which one is enough. The database's index of open work uses the same
 * table (`db/schema/work-conditions.ts`).
 *
 * - `late`, `overpaid`: the money is confirmed. Before that there is nothing to decide.
 * - `underpaid`: the payment ended with a part of its money. Ends when it is paid.
 * - `reverted`: money vanished and did not come back, or a reorg removed a confirmation. Ends when
 * the payment is paid, or confirmed, again.
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
 * Returns the reasons that follow from the money of a payment, marked as done or not. Flags follow
 * the received amount.
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
 * Returns the reasons of a payment that are settled by accepting its money or by giving it back.
 */
export function acceptableReasons(of: Pick<PaymentStanding, 'status' | 'flags'>): MoneyReason[] {
  return moneyReasons(of).filter((reason) => ACCEPTABLE.includes(reason));
}

type WorkFacts = Pick<PaymentStanding, 'status' | 'flags' | 'received'>;

/**
 * Returns the reasons marked as done that stay done when a payment changes. The payment must still
 * have the reason, with the same received amount. All other reasons open again if the payment has
 * them, now or later.
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
