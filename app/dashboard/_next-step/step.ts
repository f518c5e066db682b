import type { PaymentStatus } from '@/lib/domain/payment';
import type { RefundStatus } from '@/lib/domain/refund';
import type { InboxReason } from '@/lib/domain/worklist';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';

export interface StepFacts {
  readonly payment: Pick<
    PaymentResponse,
    | 'status'
    | 'flags'
    | 'amount_sats'
    | 'received_sats'
    | 'price'
    | 'confirmations'
    | 'required_confirmations'
    | 'expires_at'
    | 'detected_at'
    | 'canceled_at'
  >;
  /** Why the payment needs a decision. `handled` is null while the decision is open. */
  readonly work: readonly {
    readonly reason: InboxReason;
    readonly handled: { readonly by: string | null } | null;
  }[];
  /** Whether the payment was accepted although it was late, underpaid or overpaid. */
  readonly accepted: boolean;
  /** Whether all of the payment's transactions have the required confirmations. */
  readonly settled: boolean;
  /** The newest follow-up payment. */
  readonly followUp: { readonly status: PaymentStatus } | null;
  /** Whether a follow-up may request the missing amount; false for an order from a shop plugin. */
  readonly allowsFollowUps: boolean;
  /** The newest refund that was not dropped. */
  readonly refund?: StepRefund | undefined;
  /**
   * Whether the shop was notified of a reversal. Absent if it was never notified of the reversed
   * money.
   */
  readonly shop?: 'notified' | 'not_yet' | 'not_notified' | undefined;
}

export interface StepRefund {
  readonly id: string;
  readonly status: RefundStatus;
}

/**
 * `ask` creates a follow-up for the missing amount, or shows its link. `refund` records a refund,
 * or continues one. `done` marks the decisions as done.
 */
export type StepAction = 'ask' | 'accept' | 'refund' | 'resend' | 'cancel' | 'done';

export interface StepButton {
  readonly action: StepAction;
  readonly label: string;
  /** For the action `refund`: the refund to continue; absent to record a new one. */
  readonly refundId?: string;
}

/** The first button is the most important one. */
export interface NextStep {
  /** Whether a member has to decide now. */
  readonly decide: boolean;
  readonly title: string;
  readonly reason: string;
  readonly buttons: readonly StepButton[];
}

export const decision = (
  title: string,
  reason: string,
  buttons: readonly StepButton[],
): NextStep => ({
  decide: true,
  title,
  reason,
  buttons,
});
export const waiting = (title: string, reason: string, ...buttons: StepButton[]): NextStep => ({
  decide: false,
  title,
  reason,
  buttons,
});
export const nothingToDo = (reason: string, ...buttons: StepButton[]) =>
  waiting('Nothing to do', reason, ...buttons);
