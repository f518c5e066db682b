import { Amount } from '@/app/_ui/amount';
import { Tally } from '@/app/_ui/tally';
import { Note } from './note';
import { Receipt } from './receipt';
import type { View } from './view';

/** Money has been seen: the tally, what it means, and the lines of the receipt. */
export function Progress({ view }: { view: View }) {
  const { payment, state, wording } = view;
  const confirmed = state === 'confirmed';
  return (
    <>
      <div className="progress">
        <Tally
          filled={payment.confirmations}
          required={payment.requiredConfirmations}
          size="large"
          tone={confirmed ? 'confirmed' : 'detected'}
          label={wording.depth(payment)}
        />
        <h2 tabIndex={-1}>
          {confirmed ? (
            wording.plain('confirmedHeading')
          ) : (
            <>
              {wording.plain('seenHeading')} <span>{wording.depth(payment)}.</span>
            </>
          )}
        </h2>
        <p>{wording.rich(confirmed ? 'confirmedText' : 'seenText')}</p>
      </div>
      {payment.flags.includes('overpaid') && (
        <Note>
          {wording.rich('overpaidText', {
            amount: <Amount sats={payment.receivedSats - payment.amountSats} />,
          })}
        </Note>
      )}
      {payment.flags.includes('late') && <Note>{wording.rich('lateText')}</Note>}
      <Receipt view={view} />
    </>
  );
}
