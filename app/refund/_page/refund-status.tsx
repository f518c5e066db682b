import { Address } from '@/app/_ui/address';
import { Amount } from '@/app/_ui/amount';
import { Tally } from '@/app/_ui/tally';
import { ContactButton } from '@/app/pay/_page/face';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import type { MessageKey } from '@/lib/domain/messages';
import { money } from '@/lib/domain/money';
import type { PublicRefund } from '@/lib/refunds/public';
import { type RefundProps, samePageHref } from './view';

export const REFUND_HEADING_KEYS = {
  requested: 'refundSavedHeading',
  ready: 'refundSavedHeading',
  sent: 'refundSentHeading',
  confirmed: 'refundConfirmedHeading',
  dropped: 'refundDroppedHeading',
} as const satisfies Record<PublicRefund['status'], MessageKey>;

export function RefundStatus({ view }: RefundProps) {
  const { refund, wording } = view;
  const { status, requiredConfirmations: required } = refund;
  const isDropped = status === 'dropped';
  const count = Math.min(refund.confirmations, required);
  return (
    <>
      <div className="progress" role="status">
        {!isDropped && (
          <div className="blocks" aria-hidden="true">
            <Tally
              filled={status === 'confirmed' ? required : count}
              required={required}
              tone={status === 'confirmed' ? 'confirmed' : 'detected'}
            />
          </div>
        )}
        <h2>{wording.plain(REFUND_HEADING_KEYS[status])}</h2>
        {status === 'ready' && <p>{wording.rich('refundSavedText')}</p>}
        {status === 'sent' && <p>{wording.plain('confirmationCount', { count, required })}</p>}
        {isDropped && <p>{wording.rich('refundAsk')}</p>}
      </div>
      {!isDropped && <Facts view={view} />}
      {status === 'ready' && (
        <div className="refund-more">
          <a className="btn btn-quiet btn-large" href={samePageHref(view, 'change=1')}>
            {wording.plain('refundChange')}
          </a>
        </div>
      )}
      {isDropped && (
        <ContactButton face={refund.face} wording={wording} reference={refund.reference} primary />
      )}
    </>
  );
}

function Facts({ view: { refund, wording } }: RefundProps) {
  const { price, amountSats, address, txid } = refund;
  return (
    <dl className="receipt refund-facts">
      <div>
        <dt>{wording.plain('linkAmount')}</dt>
        <dd>
          {price && (
            <span translate="no">
              {money(price.amount, price.currency, localeWithLatinDigits(wording.language))}
            </span>
          )}
          <span className={price ? 'receipt-btc' : undefined}>
            <Amount sats={amountSats} />
          </span>
        </dd>
      </div>
      {address && (
        <div>
          <dt>{wording.plain('address')}</dt>
          <dd>
            <Address address={address} />
          </dd>
        </div>
      )}
      {txid && (
        <div>
          <dt>{wording.plain('transaction')}</dt>
          <dd className="mono" dir="ltr" translate="no" title={txid}>
            {txid.slice(0, 8)}…{txid.slice(-8)}
          </dd>
        </div>
      )}
    </dl>
  );
}
