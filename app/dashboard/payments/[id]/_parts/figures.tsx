import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Amount, BtcAmount } from '@/app/_ui/amount';
import { Figure } from '@/app/_ui/facts';
import { paymentLook } from '@/app/_ui/status-badge';
import { Tally } from '@/app/_ui/tally';
import { RelativeTime, Stamp } from '@/app/_ui/time';
import type { PaymentFlag } from '@/lib/domain/payment';
import type { PaymentDetailAnswer } from '@/lib/http/payments/payment-detail-answer';

/** Amount, received, confirmations, and when it ended or expires. */
export function Figures({ detail }: { detail: PaymentDetailAnswer }) {
  const { payment } = detail;
  const { amount_sats: amount, received_sats: received, flags } = payment;
  const off = flags.includes('underpaid') || flags.includes('overpaid');
  const { tone } = paymentLook(payment.status, flags);
  const filled = Math.min(payment.confirmations, payment.required_confirmations);
  // A payment that ended unpaid waits for no confirmations.
  const isOver = payment.status === 'expired' || payment.status === 'canceled';
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-4 border-rule-5 border-y bg-surface px-4 py-4 max-md:*:min-w-[calc(50%-0.5rem)] sm:px-5 md:gap-x-12">
      <Figure name="Amount" note={<BtcAmount sats={amount} />}>
        <Amount sats={amount} />
      </Figure>
      <Figure name="Received" note={<BtcAmount sats={received} />}>
        <Amount
          sats={received}
          className={clsx(off && 'text-pending', received === 0 && 'text-ink-3')}
        />
      </Figure>
      <Figure name="Confirmations" note={`${payment.required_confirmations} required`}>
        {isOver ? (
          <span className="text-ink-3">None</span>
        ) : (
          <span className="inline-flex items-center gap-2.5">
            <span aria-hidden="true" className="inline-flex [zoom:1.25]">
              <Tally filled={filled} required={payment.required_confirmations} tone={tone} />
            </span>
            <span>{`${filled} of ${payment.required_confirmations}`}</span>
          </span>
        )}
      </Figure>
      <End detail={detail} />
    </dl>
  );
}

function End({ detail: { payment, expired_at: expiredAt } }: { detail: PaymentDetailAnswer }) {
  const [name, iso] = endOf(payment, expiredAt);
  return (
    <Figure name={name} note={<Stamp iso={iso} />}>
      <RelativeTime iso={iso} upcoming={name === 'Expires'} />
    </Figure>
  );
}

function endOf(
  payment: PaymentDetailAnswer['payment'],
  expiredAt: string | null,
): readonly [string, string] {
  if (payment.status === 'confirmed' && payment.confirmed_at) {
    return ['Confirmed', payment.confirmed_at];
  }
  if (payment.status === 'canceled' && payment.canceled_at)
    return ['Canceled', payment.canceled_at];
  if (payment.status === 'detected' && payment.detected_at)
    return ['Detected', payment.detected_at];
  return payment.status === 'expired'
    ? ['Expired', expiredAt ?? payment.expires_at]
    : ['Expires', payment.expires_at];
}

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
          {noteOf(flag, detail)}
        </li>
      ))}
    </ul>
  );
}

function noteOf(flag: PaymentFlag, detail: PaymentDetailAnswer): ReactNode {
  const { status, amount_sats: amount, received_sats: received } = detail.payment;
  switch (flag) {
    case 'underpaid':
      return (
        <>
          <Amount sats={amount - received} className="font-semibold" /> missing.{' '}
          {status === 'pending'
            ? 'The rest can be paid to the same address.'
            : 'The payment page asks your customer not to pay any more.'}
        </>
      );
    case 'overpaid':
      return (
        <>
          <Amount sats={received - amount} className="font-semibold" /> more than the amount was
          received.
        </>
      );
    case 'late':
      return detail.payment.canceled_at
        ? 'The money arrived after the payment was canceled.'
        : 'The money arrived after the payment had expired.';
    case 'replaced':
      return 'A detected transaction is gone: it was replaced, double-spent or dropped.';
    case 'reorged':
      return 'A reorg reversed confirmations after the payment was confirmed.';
  }
}
