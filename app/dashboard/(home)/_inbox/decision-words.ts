import type { DecisionReason, InboxReason } from '@/lib/domain/worklist';
import type { DecisionResponse } from '@/lib/http/home/home-response';
import {
  type AmountWithPrice,
  missingAmount,
  overpaidAmount,
  receivedAmount,
  requestedAmountOf,
} from '../../_next-step/amount-with-price';
import { nextStep, URGENT_FIRST } from '../../_next-step/next-step';
import type { NextStep } from '../../_next-step/step';

/** Returns the most urgent reason. The row shows only this one. */
export function mostUrgentReason({ reasons }: DecisionResponse): DecisionReason {
  const isOpen = (reason: InboxReason): reason is DecisionReason =>
    reasons.some((one) => one === reason);
  return URGENT_FIRST.find(isOpen) ?? 'late';
}

export function nextStepForDecision(decision: DecisionResponse): NextStep {
  const { payment, reasons, settled, follow_up: followUp } = decision;
  const work = reasons.map((reason) => ({ reason, handled: null }));
  const allowsFollowUps = decision.allows_follow_ups;
  return nextStep({ payment, work, accepted: false, settled, followUp, allowsFollowUps });
}

interface Figure {
  readonly money: AmountWithPrice;
  readonly note: string;
}

/** Returns the amount to show for a reason, with a note. */
export function decisionAmount({ payment }: DecisionResponse, reason: DecisionReason): Figure {
  const requested = requestedAmountOf(payment);
  switch (reason) {
    case 'underpaid':
      return { money: missingAmount(payment) ?? requested, note: 'missing' };
    case 'late':
      return { money: receivedAmount(payment), note: 'received' };
    case 'overpaid':
      return { money: overpaidAmount(payment), note: 'to give back' };
    case 'reverted':
      return { money: missingAmount(payment) ?? requested, note: 'not received' };
  }
}
