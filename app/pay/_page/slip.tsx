import { Address } from '@/app/_ui/address';
import { BadgeIcon } from '@/app/_ui/badge';
import { NetworkChip } from '@/app/_ui/network';
import { ConfirmationProgress } from './confirmation-progress';
import { ContactButton, MerchantName } from './face';
import { NewPaymentButton } from './new-payment-button';
import { renderReceivedAmounts } from './own-currency';
import { isPayable } from './page-state';
import { PaymentInstructions } from './payment-instructions';
import { hashPageView, type PaymentPageView } from './view';
import { BackButton } from './way-back';
import { announcementOf, titleOf } from './wording';

/** Everything on the page that can change. */
export function Slip({ view }: { view: PaymentPageView }) {
  const { payment, state } = view;
  return (
    <>
      <header className="slip-head">
        <h1 tabIndex={-1}>
          <MerchantName name={payment.merchantName} face={payment.face} />
        </h1>
        <p className="slip-reference">
          {payment.reference && <bdi>{payment.reference}</bdi>}
          <NetworkChip network={payment.network} />
        </p>
      </header>
      {payment.description && (
        <p className="slip-description" dir="auto">
          {payment.description}
        </p>
      )}
      {isPayable(state) ? (
        <>
          <PaymentInstructions view={view} />
          <AtEnd view={view} />
        </>
      ) : state === 'seen' || state === 'confirmed' ? (
        <ConfirmationProgress view={view} />
      ) : (
        <Closed view={view} />
      )}
    </>
  );
}

/**
 * The content for an expired payment. It is sent in advance, because the server may be unreachable
 * later.
 */
function AtEnd({ view }: { view: PaymentPageView }) {
  const { payment, wording } = view;
  const state = 'expired';
  const expired = { ...view, state } as const;
  return (
    <template
      data-tag={hashPageView(expired)}
      data-state={state}
      data-title={titleOf(wording, payment, state)}
      data-say={announcementOf(wording, payment, state)}
    >
      <Slip view={expired} />
    </template>
  );
}

/**
 * The content for an expired or canceled payment. It warns against paying, and helps customers who
 * have already paid.
 */
function Closed({ view }: { view: PaymentPageView }) {
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
        {!canceled && <NewPaymentButton view={view} />}
      </div>
      {payment.flags.includes('replaced') && (
        <p className="slip-note tone-pending">{wording.plain('goneText')}</p>
      )}
      {arrived && (
        <p className="slip-note tone-pending">
          {wording.rich('expiredPartly', renderReceivedAmounts(view))}
        </p>
      )}
      <p className="closed-paid">{wording.rich(canceled ? 'canceledPaid' : 'expiredPaid')}</p>
      <ContactButton face={payment.face} wording={wording} reference={payment.reference} />
      <BackButton view={view} />
    </>
  );
}
