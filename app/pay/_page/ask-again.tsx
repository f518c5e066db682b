import type { View } from './view';

/** A button on an expired payment that leads to a new payment, if the merchant allows that. */
export function AskAgain({ view: { payment, wording } }: { view: View }) {
  const { checkoutId, linkId, allowsFollowUps, status, receivedSats } = payment;
  const language = `?lang=${wording.language}`;
  const label = wording.plain('askAgain');
  // The server creates a new payment only once it has read the chain and no money had come in time.
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
  // The link creates a payment of the whole amount, unless the link's own limits forbid that.
  return status === 'expired' && linkId ? (
    <a className="btn btn-primary btn-large closed-ask" href={`../link/${linkId}${language}`}>
      {label}
    </a>
  ) : (
    <p className="closed-ask">{wording.rich('expiredAsk')}</p>
  );
}
