import type { Route } from 'next';
import type { Tone } from '@/app/_ui/badge';
import type { InboxReason } from '@/lib/domain/worklist';

interface ReasonWords {
  readonly tone: Tone;
  readonly label: string;
  readonly means: string;
  /** A page of the documentation. */
  readonly more: { readonly href: Route; readonly text: string };
}

const REFUNDS = { href: '/docs/refunds' as Route, text: 'How to send money back' };

/** What each reason means for a shop. The next step says what to do about it. */
export const REASON_WORDS: Readonly<Record<InboxReason, ReasonWords>> = {
  late: {
    tone: 'pending',
    label: 'Paid late',
    means: 'Money arrived after the payment had expired or was canceled.',
    more: REFUNDS,
  },
  overpaid: {
    tone: 'pending',
    label: 'Overpaid',
    means: 'The customer sent more than the amount.',
    more: REFUNDS,
  },
  underpaid: {
    tone: 'pending',
    label: 'Underpaid',
    means: 'The payment ended before the whole amount had arrived.',
    more: REFUNDS,
  },
  reverted: {
    tone: 'failed',
    label: 'Reverted',
    means: 'This payment was reversed after it was detected or confirmed.',
    more: { href: '/docs/payments#what-is-left-to-you' as Route, text: 'About reverted payments' },
  },
  undelivered: {
    tone: 'failed',
    label: 'Webhook given up',
    means: 'Your shop does not know of this payment, because a webhook was given up.',
    more: { href: '/docs/webhooks#common-failures' as Route, text: 'Why webhooks fail' },
  },
};
