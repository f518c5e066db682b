import type { ReactNode } from 'react';
import { Address } from '@/app/_ui/address';
import { Amount, BtcAmount, GroupedNumber } from '@/app/_ui/amount';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import { money } from '@/lib/domain/money';
import { rateAfterSpread } from '@/lib/domain/price';
import { ContactButton } from './face';
import { LocalizedTime } from './localized-time';
import { ExcessAmount, findFiatPrice } from './own-currency';
import { isLate, isReorged } from './page-state';
import type { PaymentPageView } from './view';
import { BackButton } from './way-back';

export function ConfirmationProgress({ view }: { view: PaymentPageView }) {
  const { payment, state, wording } = view;
  const confirmed = state === 'confirmed';
  const late = isLate(payment);
  const overpaid = payment.flags.includes('overpaid') && !payment.accepted;
  return (
    <>
      <div className="progress">
        <Blocks view={view} />
        <h2 tabIndex={-1}>
          {wording.plain(late ? 'lateHeading' : confirmed ? 'confirmedHeading' : 'seenHeading')}
          {!confirmed && <span>{wording.depth(payment)}</span>}
        </h2>
        {!(confirmed && late) && <p>{wording.rich(confirmed ? 'confirmedText' : 'seenText')}</p>}
      </div>
      {isReorged(payment, state) && (
        <p className="slip-note tone-pending">{wording.plain('reorgedText')}</p>
      )}
      {overpaid && (
        <p className="slip-note tone-pending">
          {wording.rich('overpaidText', { amount: <ExcessAmount view={view} /> })}
        </p>
      )}
      {late && (
        <p className="slip-note tone-pending">
          {wording.rich(payment.canceledAt ? 'lateCanceledText' : 'lateText')}
        </p>
      )}
      {(late || overpaid) && (
        <ContactButton
          face={payment.face}
          wording={wording}
          reference={payment.reference}
          primary={late}
        />
      )}
      <BackButton view={view} />
      <Receipt view={view} />
    </>
  );
}

/** The receipt. In print, it shows identifiers in full. */
function Receipt({ view }: { view: PaymentPageView }) {
  const { payment, state, wording } = view;
  const overpaid = payment.flags.includes('overpaid');
  return (
    <>
      <p className="receipt-title paper-only">{wording.plain('receipt')}</p>
      <dl className="receipt">
        <PriceLines view={view} />
        {overpaid && (
          <Line label={wording.plain('requested')}>
            <Amount sats={payment.amountSats} />
          </Line>
        )}
        <Line label={wording.plain('received')}>
          <Amount sats={payment.receivedSats} />
          <small className="receipt-btc">
            <BtcAmount sats={payment.receivedSats} />
          </small>
        </Line>
        {payment.txid && (
          <Line label={wording.plain('transaction')}>
            <Transaction txid={payment.txid} view={view} />
          </Line>
        )}
        {payment.detectedAt && (
          <Line label={wording.plain('firstSeen')}>
            <LocalizedTime at={payment.detectedAt} language={wording.language} />
          </Line>
        )}
        {payment.confirmedAt && (
          <Line label={wording.plain('confirmedAt')}>
            <LocalizedTime at={payment.confirmedAt} language={wording.language} />
          </Line>
        )}
        <Line label={wording.plain('address')} paper>
          <Address address={payment.address} />
        </Line>
      </dl>
      {state === 'confirmed' && (
        <div className="slip-print">
          <button type="button" hidden className="btn btn-quiet btn-large" data-print>
            {wording.plain('printReceipt')}
          </button>
        </div>
      )}
    </>
  );
}

/** Shows the shop's price in the customer's language and, in print, the exchange rate. */
function PriceLines({ view: { payment, wording } }: { view: PaymentPageView }) {
  const price = findFiatPrice(payment);
  if (!price) return null;
  const { amount, currency } = price;
  return (
    <>
      <Line label={wording.plain('price')}>
        <span translate="no">
          {money(amount, currency, localeWithLatinDigits(wording.language))}
        </span>
      </Line>
      <Line label={wording.plain('rate')} paper>
        <bdi translate="no">
          1 BTC = {money(rateAfterSpread(price), currency, localeWithLatinDigits(wording.language))}
        </bdi>
      </Line>
    </>
  );
}

interface LineProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Whether the line is shown only in print. */
  readonly paper?: boolean;
}

function Line({ label, children, paper }: LineProps) {
  return (
    <div className={paper ? 'paper-only' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Transaction({ txid, view: { wording } }: { txid: string; view: PaymentPageView }) {
  return (
    <>
      <span className="mono screen-only" dir="ltr" translate="no" title={txid}>
        {txid.slice(0, 8)}…{txid.slice(-8)}
      </span>
      <span className="mono paper-only" dir="ltr" translate="no">
        {txid}
      </span>
      <button
        type="button"
        hidden
        className="copy-icon"
        data-copy={txid}
        data-done={wording.plain('copied')}
        aria-label={wording.plain('copyTransaction')}
        title={wording.plain('copyTransaction')}
      >
        <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden>
          <path d="M5.5 5.5h8v8h-8z" strokeLinejoin="round" />
          <path d="M10.5 5.5v-3h-8v8h3" strokeLinejoin="round" />
        </svg>
      </button>
    </>
  );
}

/**
 * Shows the block before the payment, then one block per required confirmation, filled once it
 * confirms the payment. The newest block's height is below it.
 */
function Blocks({ view }: { view: PaymentPageView }) {
  const { payment, wording } = view;
  const { requiredConfirmations: required, firstBlock } = payment;
  const filled = payment.accepted ? required : Math.min(payment.confirmations, required);
  const places = Array.from({ length: required + 1 }, (_, place) => place);
  return (
    <div className="blocks">
      <span role="img" aria-label={wording.depth(payment)} className={`tally tone-${toneOf(view)}`}>
        {places.map((place) => (
          <span key={place} className={classOf(place, filled)} />
        ))}
      </span>
      <span aria-hidden="true" className="blocks-numbers">
        {places.map((place) => (
          <span key={place}>
            {place === filled && firstBlock !== null && (
              <GroupedNumber value={firstBlock - 1 + filled} />
            )}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Late money is pending until the merchant accepts it, however many confirmations it has. */
function toneOf({ payment, state }: PaymentPageView) {
  if (isLate(payment)) return 'pending';
  return state === 'confirmed' ? 'confirmed' : 'detected';
}

function classOf(place: number, filled: number): string | undefined {
  if (place === 0) return 'is-before';
  return place <= filled ? 'is-filled' : undefined;
}
