import type { Route } from 'next';
import type { Tone } from '@/app/_ui/badge';
import type { PaymentStatus } from '@/lib/domain/payment';
import type { WorkReason } from '@/lib/domain/worklist';

interface ReasonWords {
  readonly tone: Tone;
  readonly label: string;
  readonly means: string;
  readonly todo: string;
  /** What to do once the payment is confirmed, where that differs. */
  readonly todoConfirmed?: string;
  /** The page of the documentation that says more. */
  readonly more: { readonly href: Route; readonly text: string };
}

const REFUNDS = { href: '/docs/refunds' as Route, text: 'How to send money back' };

/** What to do about a payment in this status. */
export function todoOf(reason: WorkReason, status: PaymentStatus): string {
  const { todo, todoConfirmed = todo } = REASON_WORDS[reason];
  return status === 'confirmed' ? todoConfirmed : todo;
}

/** What each inbox reason means for a shop, and what to do. */
export const REASON_WORDS: Readonly<Record<WorkReason, ReasonWords>> = {
  late: {
    tone: 'pending',
    label: 'Paid late',
    means: 'Money arrived after the payment had expired or was canceled.',
    todo: 'Wait until the payment is confirmed. Then ship the order or send the money back.',
    todoConfirmed: 'The payment is confirmed: ship the order or send the money back.',
    more: REFUNDS,
  },
  overpaid: {
    tone: 'pending',
    label: 'Overpaid',
    means: 'The customer sent more than the amount.',
    todo: 'Ship the order once the payment is confirmed, and agree with the customer on the difference. Send nothing back before all transactions are confirmed.',
    todoConfirmed:
      'The payment is confirmed: ship the order, and agree with the customer on the difference. Send nothing back before all transactions are confirmed.',
    more: REFUNDS,
  },
  underpaid: {
    tone: 'pending',
    label: 'Underpaid',
    means: 'The payment ended before the whole amount had arrived.',
    todo: 'Wait until the payment’s transactions are confirmed. Then ask the customer for the rest with a new payment, or send the money back.',
    more: REFUNDS,
  },
  reverted: {
    tone: 'failed',
    label: 'Reverted',
    means: 'This payment was reversed after it was detected or confirmed.',
    todo: 'Do not ship. If you have shipped, watch the payment, and contact the customer if the money does not return.',
    more: { href: '/docs/payments#what-is-left-to-you' as Route, text: 'About reverted payments' },
  },
  undelivered: {
    tone: 'failed',
    label: 'Webhook given up',
    means: 'Your shop does not know of this payment: a webhook failed for good.',
    todo: 'Repair the endpoint and resend the webhook, or enter the payment in your shop by hand.',
    more: { href: '/docs/webhooks#common-failures' as Route, text: 'Why webhooks fail' },
  },
};
