import type { MoneyReason, WorkReason } from '@/lib/domain/worklist';
import type { DecisionResponse } from '@/lib/http/home/home-response';
import { nextStep, URGENCY } from '../../_next-step/next-step';
import {
  askedMoney,
  extraMoney,
  missingMoney,
  type PaymentMoney,
  receivedMoney,
} from '../../_next-step/payment-money';
import type { NextStep } from '../../_next-step/step';

/** Returns the most urgent reason. The row shows only this one. */
export function shownReason({ reasons }: DecisionResponse): MoneyReason {
  const isOpen = (reason: WorkReason): reason is MoneyReason =>
    reasons.some((one) => one === reason);
  return URGENCY.find(isOpen) ?? 'late';
}

export function stepOf(decision: DecisionResponse): NextStep {
  const { payment, reasons, settled, follow_up: followUp } = decision;
  const work = reasons.map((reason) => ({ reason, handled: null }));
  const allowsFollowUps = decision.allows_follow_ups;
  return nextStep({ payment, work, accepted: false, settled, followUp, allowsFollowUps });
}

interface Figure {
  readonly money: PaymentMoney;
  readonly note: string;
}

/** Returns the amount to show for a reason, with a note. */
export function figureOf({ payment }: DecisionResponse, reason: MoneyReason): Figure {
  const requested = askedMoney(payment);
  switch (reason) {
    case 'underpaid':
      return { money: missingMoney(payment) ?? requested, note: 'missing' };
    case 'late':
      return { money: receivedMoney(payment), note: 'received' };
    case 'overpaid':
      return { money: extraMoney(payment), note: 'to give back' };
    case 'reverted':
      return { money: missingMoney(payment) ?? requested, note: 'not received' };
  }
}
