import type { PaymentPageView } from './view';

/** Leads from an expired payment to a new one, if the merchant allows it. */
export function NewPaymentButton({ view: { payment, wording } }: { view: PaymentPageView }) {
  const { checkoutId, linkId, allowsFollowUps, status, receivedSats } = payment;
  const language = `?lang=${wording.language}`;
  const label = wording.plain('askAgain');
  // The server creates the new payment only after reading the chain, and only if no money arrived
  // in time.
  if (status === 'expired' && allowsFollowUps) {
    return (
      <form method="post" action={`${checkoutId}/again${language}`} className="closed-ask">
        <button type="submit" className="btn btn-primary btn-large">
          {label}
        </button>
      </form>
    );
  }
  if (receivedSats > 0) return null;
  // The link creates a payment of the whole amount, unless its own limits forbid that.
  return status === 'expired' && linkId ? (
    <a className="btn btn-primary btn-large closed-ask" href={`../link/${linkId}${language}`}>
      {label}
    </a>
  ) : (
    <p className="closed-ask">{wording.rich('expiredAsk')}</p>
  );
}
