import clsx from 'clsx';
import type { Route } from 'next';
import { Amount } from '@/app/_ui/amount';
import { counted } from '@/app/_ui/counted';
import { IntentLink } from '@/app/_ui/intent-link';
import { paymentLook } from '@/app/_ui/status-badge';
import { cellsOf, placed, progressText } from '@/app/_ui/strip-places';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import { PAYMENTS } from '../../_frame/paths';
import { ReferenceLink } from '../../_list/reference-text';

type OpenPayment = OverviewAnswer['block_strip']['open'][number];

interface Props {
  readonly open: readonly OpenPayment[];
  readonly tip: number;
  /** The number of detected payments, shown or not. */
  readonly awaiting: number;
  readonly network: OverviewAnswer['network'];
}

/** Payments awaiting confirmation, each with its confirmations under the blocks that give them. */
export function OpenPayments({ open, tip, awaiting, network }: Props) {
  const more = awaiting - open.filter(({ status }) => status === 'detected').length;
  return (
    <>
      <ul className="strip-rows" aria-label="Payments awaiting confirmation">
        {open.map((payment) => (
          <OpenRow key={payment.id} payment={payment} tip={tip} />
        ))}
        {open.length === 0 && (
          <li className="py-2 text-ink-3 text-small">
            No payment awaits confirmation. A detected payment appears here, with its confirmations.
          </li>
        )}
      </ul>
      {more > 0 && (
        <IntentLink
          href={`${PAYMENTS}?status=detected&network=${network}` as Route}
          className="mt-1 w-fit text-accent text-small hover:underline"
        >
          {counted(more, 'more payment', 'more payments')}
        </IntentLink>
      )}
    </>
  );
}

function OpenRow({ payment, tip }: { payment: OpenPayment; tip: number }) {
  const cells = cellsOf(payment, tip);
  const { tone } = paymentLook(payment.status, payment.flags);
  return (
    <li className="strip-row">
      <span className="strip-name">
        <ReferenceLink payment={payment} />
        <Amount sats={payment.received_sats} className="whitespace-nowrap text-ink-2 text-small" />
      </span>
      <span
        role="img"
        aria-label={progressText(payment, tip)}
        title={progressText(payment, tip)}
        className={clsx('strip-grid strip-cells tally', `tone-${tone}`)}
      >
        {cells.map(({ at, filled }, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
            key={place}
            className={clsx('strip-cell', filled && 'is-filled')}
            style={placed(at)}
          />
        ))}
      </span>
    </li>
  );
}
