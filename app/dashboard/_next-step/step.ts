import type { PaymentStatus } from '@/lib/domain/payment';
import type { RefundStatus } from '@/lib/domain/refund';
import type { WorkReason } from '@/lib/domain/worklist';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';

/** The present facts of a payment that decide its next step. */
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
  /** The payment's reasons for a decision; `handled` is null while the decision is open. */
  readonly work: readonly {
    readonly reason: WorkReason;
    readonly handled: { readonly by: string | null } | null;
  }[];
  /** Whether the payment's money was accepted although it was late, short or over. */
  readonly accepted: boolean;
  /** Whether all of the payment's transactions have the required confirmations. */
  readonly settled: boolean;
  /** The newest follow-up payment. */
  readonly followUp: { readonly status: PaymentStatus } | null;
  /** Whether a follow-up may request the missing amount: not for the order of a shop's plugin. */
  readonly allowsFollowUps: boolean;
  /** The newest refund that is not dropped. */
  readonly refund?: StepRefund | undefined;
  /**
   * Whether the shop was notified of the reversal of money that it had been notified of; absent if
   * unknown.
   */
  readonly shop?: 'notified' | 'not_yet' | 'not_notified' | undefined;
}

export interface StepRefund {
  readonly id: string;
  readonly status: RefundStatus;
}

/**
 * `ask`: create a follow-up for the missing amount, or show its link. `refund`: record a refund, or
 * continue one. `done`: mark as done.
 */
export type StepAction = 'ask' | 'accept' | 'refund' | 'resend' | 'cancel' | 'done';

export interface StepButton {
  readonly action: StepAction;
  readonly label: string;
  /** The refund that `refund` continues; absent if `refund` records a new one. */
  readonly refundId?: string;
}

/**
 * The next step for a payment: a title, an explanation, and buttons, of which the first is the most
 * important.
 */
export interface NextStep {
  /** Whether a member has to decide now. */
  readonly decide: boolean;
  readonly title: string;
  readonly reason: string;
  readonly buttons: readonly StepButton[];
}

export const decide = (
  title: string,
  reason: string,
  buttons: readonly StepButton[],
): NextStep => ({
  decide: true,
  title,
  reason,
  buttons,
});
export const wait = (title: string, reason: string, ...buttons: StepButton[]): NextStep => ({
  decide: false,
  title,
  reason,
  buttons,
});
export const nothingToDo = (reason: string, ...buttons: StepButton[]) =>
  wait('Nothing to do', reason, ...buttons);
