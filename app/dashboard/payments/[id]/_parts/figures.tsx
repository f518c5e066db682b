import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Amount, BtcAmount } from '@/app/_ui/amount';
import { RelativeTime } from '@/app/_ui/relative-time';
import { paymentFace } from '@/app/_ui/status-badge';
import { Tally } from '@/app/_ui/tally';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';

/** What counts, large: asked for, received, how deep, and until when. */
export function Figures({ detail }: { detail: PaymentDetailAnswer }) {
  const { payment } = detail;
  const { amount_sats: amount, received_sats: received, flags } = payment;
  const off = flags.includes('underpaid') || flags.includes('overpaid');
  const { tone } = paymentFace(payment.status, flags);
  const filled = Math.min(payment.confirmations, payment.required_confirmations);
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-4 border-rule-5 border-y bg-surface px-4 py-4 sm:px-5 md:flex md:flex-wrap md:gap-x-12">
      <Figure name="Requested" below={<BtcAmount sats={amount} />}>
        <Amount sats={amount} />
      </Figure>
      <Figure name="Received" below={<BtcAmount sats={received} />}>
        <Amount
          sats={received}
          className={clsx(off && 'text-pending', received === 0 && 'text-ink-3')}
        />
      </Figure>
      <Figure name="Confirmations" below={`${payment.required_confirmations} required`}>
        <span className="inline-flex items-center gap-2.5">
          <span aria-hidden="true" className="inline-flex scale-125 origin-left me-1">
            <Tally filled={filled} required={payment.required_confirmations} tone={tone} />
          </span>
          {filled} of {payment.required_confirmations}
        </span>
      </Figure>
      <End detail={detail} />
    </dl>
  );
}

/** How it ended, or when it will. */
function End({ detail: { payment, expired_at: expiredAt } }: { detail: PaymentDetailAnswer }) {
  const [name, iso] = endOf(payment, expiredAt);
  return (
    <Figure name={name} below={<Stamp iso={iso} />}>
      <RelativeTime iso={iso} />
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

function Stamp({ iso }: { iso: string }) {
  return <span suppressHydrationWarning>{stampOf(iso)}</span>;
}

function stampOf(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );
}

interface FigureProps {
  readonly name: string;
  readonly below: ReactNode;
  readonly children: ReactNode;
}

function Figure({ name, below, children }: FigureProps) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="whitespace-nowrap font-semibold text-figure tabular-nums">{children}</dd>
      <dd className="whitespace-nowrap text-ink-3 text-small tabular-nums">{below}</dd>
    </div>
  );
}
