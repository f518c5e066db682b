import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Amount } from '@/app/_ui/amount';
import { paymentBadgeStyle } from '@/app/_ui/status-badge';
import { Tally } from '@/app/_ui/tally';
import { Countdown, DateTimeText } from '@/app/_ui/time';
import { splitConfirmedMoney } from '@/lib/domain/earned';
import { moneyParts } from '@/lib/domain/money';
import { isRefundOpen, isRefundSent } from '@/lib/domain/refund';
import { DECISION_REASONS } from '@/lib/domain/worklist';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import {
  type AmountWithPrice,
  amountWithPriceText,
  missingAmount,
  overpaidAmount,
  type PaymentAmounts,
  receivedAmount,
  requestedAmountOf,
} from '../../../_next-step/amount-with-price';
import { addConfirmationPrice } from './add-confirmation-price';

interface Props {
  readonly detail: PaymentDetailResponse;
}

/**
 * Four figures: the earned or received amount, the requested amount, the most notable fact, and the
 * confirmations.
 */
export function PaymentFigures({ detail }: Props) {
  const { payment } = detail;
  const priced = addConfirmationPrice(detail);
  const requested = requestedAmountOf(priced);
  const received = receivedAmount(priced);
  const refunded = refundedMoney(detail, priced);
  const isShort = payment.received_sats > 0 && payment.received_sats < payment.amount_sats;
  return (
    <dl className="grid grid-cols-[repeat(2,minmax(min-content,1fr))] border-rule-5 border-t bg-surface md:grid-cols-[minmax(min-content,1.35fr)_repeat(3,minmax(min-content,1fr))] [&>*]:border-rule [&>*]:px-4 [&>*]:py-4 sm:[&>*]:px-5 md:[&>*:not(:first-child)]:border-l max-md:[&>*:nth-child(3n+1)]:col-span-2 max-md:[&>*:nth-child(3)]:border-l max-md:[&>*:nth-child(n+2)]:border-t">
      <Figure
        name={refunded ? 'Earned' : firstName(detail)}
        note={
          <>
            <Sats of={refunded?.kept ?? received} />
            {refunded && (
              <>
                {received.price ? ', ' : ''}
                {amountWithPriceText(refunded.given)} refunded
              </>
            )}
            {isShort && (
              <>
                {received.price ? ' of ' : 'of '}
                <Amount sats={payment.amount_sats} />
              </>
            )}
          </>
        }
      >
        <Money
          of={refunded?.kept ?? received}
          className="text-amount max-md:text-[length:min(2.25rem,8vw)] md:max-xl:text-title"
        />
      </Figure>
      <Figure name="Asked" note={<Sats of={requested} />}>
        <Money of={requested} />
      </Figure>
      <Third detail={detail} priced={priced} />
      <Confirmations detail={detail} />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div className="grid min-w-0 grid-rows-[auto_minmax(2.5rem,auto)_auto] content-start gap-0.5">
      <dt className="text-ink-2 text-small">{name}</dt>
      <dd className="flex items-center font-bold text-section tabular-nums wrap-anywhere xl:text-figure">
        {children}
      </dd>
      {note && <dd className="text-ink-2 text-small tabular-nums">{note}</dd>}
    </div>
  );
}

function Money({ of: { sats, price }, className }: { of: AmountWithPrice; className?: string }) {
  const isNone = sats === 0 && 'text-ink-3';
  if (!price) return <Amount sats={sats} className={clsx(className, isNone)} />;
  return (
    <span className={clsx('amount', className, isNone)} translate="no">
      {moneyParts(price.amount, price.currency, 'en').map(({ text, isFraction }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
        <span key={place} className={isFraction && !isNone ? 'opacity-70' : undefined}>
          {text}
        </span>
      ))}
    </span>
  );
}

function Sats({ of: { sats, price } }: { of: AmountWithPrice }) {
  return price && <Amount sats={sats} />;
}

/**
 * Returns how much of the received money was refunded, and how much was kept; undefined before a
 * refund is sent.
 */
function refundedMoney({ payment, refunds }: PaymentDetailResponse, priced: PaymentAmounts) {
  const sent = refunds.filter(({ status }) => isRefundSent(status));
  if (sent.length === 0) return undefined;
  const sats = sent.reduce((sum, { amount_sats }) => sum + amount_sats, 0);
  const part = (received_sats: number) => receivedAmount({ ...priced, received_sats });
  return { given: part(sats), kept: part(Math.max(0, payment.received_sats - sats)) };
}

function firstName(detail: PaymentDetailResponse): string {
  const { payment, work, refunds, accepted_at: acceptedAt } = detail;
  const { status, flags, amount_sats: amount, received_sats: received } = payment;
  if (status === 'detected') return 'On its way';
  const { earned } = splitConfirmedMoney({
    ...{ status, flags, amount },
    handled: DECISION_REASONS.filter((reason) =>
      work.some((entry) => entry.reason === reason && entry.handled !== null),
    ),
    accepted: acceptedAt !== null,
    inBlocks: received,
  });
  const isGivingBack = refunds.some((refund) => isRefundOpen(refund.status));
  return received > 0 && earned === received && !isGivingBack ? 'Earned' : 'Received';
}

/**
 * Shows the most notable fact: the missing or excess amount, when the payment ends or ended, or
 * when the shop was notified.
 */
function Third({ detail, priced }: Props & { readonly priced: PaymentAmounts }) {
  const { payment, expired_at: expiredAt } = detail;
  const { status, received_sats: received, amount_sats: amount } = payment;
  const isPaid = status === 'detected' || status === 'confirmed';
  const missing = received > 0 && !isPaid ? missingAmount(priced) : undefined;
  if (missing) return <Difference name="Missing" of={missing} />;
  if (received > amount) return <Difference name="Too much" of={overpaidAmount(priced)} />;
  if (payment.canceled_at) return <At name="Canceled" iso={payment.canceled_at} />;
  if (payment.flags.includes('late') || status === 'expired') {
    return <At name="Expired" iso={expiredAt ?? payment.expires_at} />;
  }
  if (status === 'pending') {
    return (
      <Figure name="Expires" note={<DateTimeText iso={payment.expires_at} />}>
        <Countdown iso={payment.expires_at} />
      </Figure>
    );
  }
  return <Notified detail={detail} />;
}

function Difference({ name, of }: { name: string; of: AmountWithPrice }) {
  return (
    <Figure name={name} note={<Sats of={of} />}>
      <Money of={of} className="text-pending" />
    </Figure>
  );
}

function At({ name, iso, note }: { name: string; iso: string; note?: ReactNode }) {
  return (
    <Figure name={name} note={note}>
      <span className="text-section">
        <DateTimeText iso={iso} />
      </span>
    </Figure>
  );
}

function Notified({ detail: { deliveries, payment } }: Props) {
  const last = deliveries.findLast(({ status }) => status === 'delivered');
  if (last?.delivered_at) {
    return <At name="Shop was notified" iso={last.delivered_at} note={last.event_type} />;
  }
  return payment.confirmed_at ? (
    <At name="Confirmed" iso={payment.confirmed_at} />
  ) : (
    <At name="Detected" iso={payment.detected_at ?? payment.created_at} />
  );
}

function Confirmations({ detail: { payment, settled } }: Props) {
  const { confirmations, required_confirmations: required, status, flags } = payment;
  const hasEnded = status === 'expired' || status === 'canceled';
  // Confirmations count only for the full amount. For a partial payment, the bars are full once all
  // of its transactions are confirmed.
  const filled = hasEnded && settled ? required : Math.min(confirmations, required);
  const tone = status === 'confirmed' ? 'confirmed' : paymentBadgeStyle({ status, flags }).tone;
  return (
    <Figure
      name="Confirmations"
      note={payment.confirmed_at ? <DateTimeText iso={payment.confirmed_at} /> : timeLeft(payment)}
    >
      {hasEnded && payment.received_sats === 0 ? (
        <span className="text-ink-3">None</span>
      ) : (
        <span className="inline-flex items-center gap-2.5">
          <span aria-hidden="true" className="inline-flex [zoom:1.25]">
            <Tally filled={filled} required={required} tone={tone} />
          </span>
          <span>{`${filled} of ${required}`}</span>
        </span>
      )}
    </Figure>
  );
}

const BLOCK_MINUTES = 10;

function timeLeft(payment: PaymentDetailResponse['payment']): string | undefined {
  if (payment.status !== 'detected') return undefined;
  const left = payment.required_confirmations - payment.confirmations;
  return left > 0 ? `about ${left * BLOCK_MINUTES} min to go` : undefined;
}
