import { Address } from '@/app/_ui/address';
import { Amount } from '@/app/_ui/amount';
import { BadgeIcon } from '@/app/_ui/badge-icon';
import { Note } from './note';
import type { View } from './view';

/** Expired or canceled: not to be paid any more, and what to do if it was. */
export function Closed({ view }: { view: View }) {
  const { payment, state, wording } = view;
  const canceled = state === 'canceled';
  const arrived = payment.receivedSats > 0;
  return (
    <>
      <div className="closed">
        <span className="closed-icon tone-idle">
          <BadgeIcon tone="idle" />
        </span>
        <h2 tabIndex={-1}>{wording.plain(canceled ? 'canceledHeading' : 'expiredHeading')}</h2>
        <p className="closed-warning">{wording.plain(canceled ? 'canceledText' : 'expiredText')}</p>
        <p className="closed-address">
          <Address address={payment.address} />
        </p>
      </div>
      {arrived && (
        <Note>
          {wording.rich('expiredPartly', {
            received: <Amount sats={payment.receivedSats} />,
            requested: <Amount sats={payment.amountSats} />,
          })}
        </Note>
      )}
      <p className="closed-paid">{wording.rich(canceled ? 'canceledPaid' : 'expiredPaid')}</p>
    </>
  );
}
