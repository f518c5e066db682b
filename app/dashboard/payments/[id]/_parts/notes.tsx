import type { ReactNode } from 'react';
import { Amount } from '@/app/_ui/amount';
import type { PaymentFlag } from '@/lib/domain/payment';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';

/** What is unusual about a payment, in plain words. */
export function Notes({ detail }: { detail: PaymentDetailAnswer }) {
  const { flags } = detail.payment;
  if (flags.length === 0) return null;
  return (
    <ul className="grid gap-1.5">
      {flags.map((flag) => (
        <li
          key={flag}
          className="tone-pending w-fit rounded-control bg-(--tone-bg) px-3 py-2 text-(--tone)"
        >
          {wordsOf(flag, detail)}
        </li>
      ))}
    </ul>
  );
}

function wordsOf(flag: PaymentFlag, detail: PaymentDetailAnswer): ReactNode {
  const { amount_sats: amount, received_sats: received } = detail.payment;
  switch (flag) {
    case 'underpaid':
      return (
        <>
          <Amount sats={amount - received} className="font-semibold" /> are missing. The same
          address takes the rest.
        </>
      );
    case 'overpaid':
      return (
        <>
          <Amount sats={received - amount} className="font-semibold" /> more came than was asked
          for.
        </>
      );
    case 'late':
      return 'The money came after the payment had expired or was canceled.';
    case 'replaced':
      return 'Money that was seen is gone: its transaction was replaced, double-spent or dropped.';
    case 'reorged':
      return 'A reorganisation of the chain took confirmations back after it was confirmed.';
  }
}
