import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import { RETURN_DELAY_SECONDS } from './return-delay-seconds';
import type { PaymentPageView } from './view';

export function BackButton({ view: { payment, wording } }: { view: PaymentPageView }) {
  const { back } = payment;
  if (!back) return null;
  return (
    <p className="slip-back">
      <a className="btn btn-primary btn-large" href={back.href} target="_top" rel="noreferrer">
        <span>{wording.plain('backToShop')}</span>
        <small dir="ltr">{back.host}</small>
      </a>
    </p>
  );
}

/**
 * Whether the page returns automatically after payment; false if a note asks the customer to act.
 */
export function returnsAutomatically({
  payment: { back, flags },
  state,
}: PaymentPageView): boolean {
  const isPaid = state === 'seen' || state === 'confirmed';
  const hasNote = flags.includes('late') || flags.includes('overpaid');
  return isPaid && !hasNote && back?.automatic === true;
}

/** Counts down to the return, with a button to stay. */
export function LeavingBar({ view: { payment, wording } }: { view: PaymentPageView }) {
  if (!payment.back?.automatic) return null;
  const { host } = payment.back;
  const duration = new Intl.RelativeTimeFormat(localeWithLatinDigits(wording.language));
  const when = duration.format(RETURN_DELAY_SECONDS, 'second');
  return (
    <div
      id="leaving"
      className="leaving"
      hidden
      data-say={wording.plain('leavingSay', { host, when })}
    >
      <p>
        {wording.rich('leaving', {
          host: <span dir="ltr">{host}</span>,
          seconds: <span data-seconds>{RETURN_DELAY_SECONDS}</span>,
        })}
      </p>
      <button type="button" className="btn btn-quiet btn-large" data-stay>
        {wording.plain('stay')}
      </button>
    </div>
  );
}
