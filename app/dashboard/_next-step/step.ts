import type { PaymentStatus } from '@/lib/domain/payment';
import type { RefundStatus } from '@/lib/domain/refund';
import type { WorkReason } from '@/lib/domain/worklist';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';

/** The current facts about a payment that determine its next step. */
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
  /** The reasons why the payment needs a decision. `handled` is null while a decision is open. */
  readonly work: readonly {
    readonly reason: WorkReason;
    readonly handled: { readonly by: string | null } | null;
  }[];
  /** Whether the payment's money was accepted although it was late, too little or too much. */
  readonly accepted: boolean;
  /** Whether all of the payment's transactions have the required confirmations. */
  readonly settled: boolean;
  /** The newest follow-up payment. */
  readonly followUp: { readonly status: PaymentStatus } | null;
  /**
   * Whether a follow-up may request the missing amount. It may not for an order of a shop's plugin.
   */
  readonly allowsFollowUps: boolean;
  /** The newest refund that is not dropped. */
  readonly refund?: StepRefund | undefined;
  /**
   * Only for reversed money of which the shop had been notified: whether the shop was also notified
   * of the reversal; absent if unknown.
   */
  readonly shop?: 'notified' | 'not_yet' | 'not_notified' | undefined;
}

export interface StepRefund {
  readonly id: string;
  readonly status: RefundStatus;
}

/**
 * What a button does. `ask` creates a follow-up for the missing amount, or shows its link. `refund`
 * records a refund, or continues one. `done` marks the decisions as done.
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
