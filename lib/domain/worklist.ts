import type { PaymentFlag, PaymentStanding, PaymentStatus } from './payment';

export const DECISION_REASONS = ['late', 'overpaid', 'underpaid', 'reverted'] as const;
export type DecisionReason = (typeof DECISION_REASONS)[number];

/** Why a member has to decide or act. `undelivered` means that a webhook was given up. */
export const INBOX_REASONS = [...DECISION_REASONS, 'undelivered'] as const;
export type InboxReason = (typeof INBOX_REASONS)[number];

/** An inbox entry is open until a member marks it as done, and again if its reason returns. */
export const INBOX_STATES = ['open', 'handled'] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** The reasons that end when a member accepts the money as it is. */
export const ACCEPTABLE_REASONS: readonly DecisionReason[] = ['late', 'overpaid', 'underpaid'];

interface Sign {
  readonly flag: PaymentFlag;
  readonly statuses: readonly PaymentStatus[];
}

/**
 * For each reason, the combinations of a flag and a status that cause it. The database's index of
 * open work uses the same table (`db/schema/work-conditions.ts`).
 * - `late`, `overpaid`: once the money is confirmed, because there is nothing to decide before.
 * - `underpaid`: the payment ended with a part of its amount, until it is paid in full.
 * - `reverted`: money vanished or a reorg removed a confirmation, until the payment is paid or
 *   confirmed again.
 */
export const DECISION_REASON_CONDITIONS: Readonly<Record<DecisionReason, readonly Sign[]>> = {
  late: [{ flag: 'late', statuses: ['confirmed'] }],
  overpaid: [{ flag: 'overpaid', statuses: ['confirmed'] }],
  underpaid: [{ flag: 'underpaid', statuses: ['expired', 'canceled'] }],
  reverted: [
    { flag: 'replaced', statuses: ['pending', 'expired', 'canceled'] },
    { flag: 'reorged', statuses: ['pending', 'detected', 'expired', 'canceled'] },
  ],
};

/** Returns why a payment needs a decision, including reasons that are marked as done. */
export function findDecisionReasons({
  status,
  flags,
}: Pick<PaymentStanding, 'status' | 'flags'>): DecisionReason[] {
  return DECISION_REASONS.filter((reason) =>
    DECISION_REASON_CONDITIONS[reason].some(
      (sign) => flags.includes(sign.flag) && sign.statuses.includes(status),
    ),
  );
}

/** Returns the reasons that end when a member accepts the money or gives it back. */
export function findReasonsEndedByAccept(
  of: Pick<PaymentStanding, 'status' | 'flags'>,
): DecisionReason[] {
  return findDecisionReasons(of).filter((reason) => ACCEPTABLE_REASONS.includes(reason));
}

type WorkFacts = Pick<PaymentStanding, 'status' | 'flags' | 'received'>;

/**
 * Returns the reasons that stay marked as done after a change: all that still apply if the received
 * amount is unchanged, otherwise none.
 */
export function filterStillHandled(
  handled: readonly DecisionReason[],
  before: WorkFacts,
  after: WorkFacts,
): DecisionReason[] {
  if (handled.length === 0 || after.received !== before.received) return [];
  const reasons = findDecisionReasons(after);
  return handled.filter((reason) => reasons.includes(reason));
}
