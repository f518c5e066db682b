import { Address, groupsOfFour } from '@/app/_ui/address';
import { Amount, BtcAmount, btcGroups } from '@/app/_ui/amount';
import { Badge } from '@/app/_ui/badge';
import { Qr } from '@/app/_ui/qr';
import { sendableSats } from '@/lib/domain/dust';
import { digitGroups } from '@/lib/domain/format-sats';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import { money } from '@/lib/domain/money';
import { rateAfterSpread } from '@/lib/domain/price';
import { ContactButton } from './face';
import { findFiatPrice, formatAmountDue, renderReceivedAmounts } from './own-currency';
import { timeLeft } from './time-left';
import type { PaymentPageView } from './view';

export function PaymentInstructions({ view }: { view: PaymentPageView }) {
  const { payment, state, wording } = view;
  const rest = state === 'underpaid';
  return (
    <>
      {payment.flags.includes('replaced') && (
        <p className="slip-note tone-pending">{wording.rich('replacedText')}</p>
      )}
      <div className="due">
        {rest && (
          <h2 className="due-label" tabIndex={-1}>
            {wording.plain('missing')}
          </h2>
        )}
        <DuePrice view={view} />
        <p className="due-amount" data-size={sizeOf(digitGroups(payment.dueSats).join(' '))}>
          <Amount sats={payment.dueSats} />
        </p>
        <p className="due-btc">
          <BtcAmount sats={payment.dueSats} />
        </p>
        {!rest && <RateNote view={view} />}
        {rest && (
          <p className="due-part">{wording.rich('underpaidText', renderReceivedAmounts(view))}</p>
        )}
      </div>
      {rest && <Meter part={payment.receivedSats / payment.amountSats} />}
      <TooSmall view={view} />
      <PaymentCode view={view} />
      <p className="slip-address">
        <Address address={payment.address} />
      </p>
      <Actions view={view} />
      {rest && <FromExchange view={view} />}
      <TimeBand view={view} />
    </>
  );
}

/** Shows the part of the shop's price that is left to pay. */
function DuePrice({ view: { payment, wording } }: { view: PaymentPageView }) {
  const text = formatAmountDue(payment, wording.language);
  if (text === null) return null;
  return (
    <p className="due-price" data-size={sizeOf(text)} translate="no">
      {text}
    </p>
  );
}

/** Longer figures are smaller, so that they fit on one line of a narrow phone. */
function sizeOf({ length }: string) {
  if (length > 22) return 'longest';
  if (length > 16) return 'longer';
  return length > 11 ? 'long' : undefined;
}

/** Shows which part of the amount has arrived. The sentence above has the numbers. */
function Meter({ part }: { part: number }) {
  return (
    <svg className="meter" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={(part * 100).toFixed(1)} height="1" />
    </svg>
  );
}

/** Explains that an exchange may have deducted a fee, and how to contact the merchant. */
function FromExchange({ view: { payment, wording } }: { view: PaymentPageView }) {
  return (
    <>
      <p className="slip-help">
        <strong>{wording.plain('exchangeHeading')}</strong> {wording.plain('exchangeText')}
      </p>
      <ContactButton face={payment.face} wording={wording} reference={payment.reference} />
    </>
  );
}

function RateNote({ view: { payment, wording } }: { view: PaymentPageView }) {
  const price = findFiatPrice(payment);
  if (!price) return null;
  const rate = money(
    rateAfterSpread(price),
    price.currency,
    localeWithLatinDigits(wording.language),
  );
  return (
    <p className="due-rate">
      {wording.rich('rateNote', { rate: <span translate="no">{rate}</span> })}
    </p>
  );
}

const sendable = ({ dueSats, address }: PaymentPageView['payment']) =>
  sendableSats(dueSats, address);

/** Explains what to do about an amount that is too small for wallets to send. */
function TooSmall({ view: { payment, wording } }: { view: PaymentPageView }) {
  const minSats = sendable(payment);
  if (payment.dueSats === minSats) return null;
  return (
    <p className="slip-note tone-pending">
      {wording.rich('tooSmallText', { least: <Amount sats={minSats} /> })}
    </p>
  );
}

/** With JavaScript, a tap enlarges the QR code. */
function PaymentCode({ view: { payment, wording } }: { view: PaymentPageView }) {
  const amount = String(sendable(payment));
  const label = wording.plain('qrLabel', {
    amount,
    address: groupsOfFour(payment.address).join(' '),
  });
  // Some wallets reject an address in capital letters.
  const lowerCase = payment.qrText.replace(payment.address.toUpperCase(), payment.address);
  return (
    <>
      <div className="qr-tile slip-qr">
        <Qr text={payment.qrText} label={label} />
        <button type="button" hidden data-enlarge aria-label={wording.plain('enlargeQr')} />
        <dialog className="qr-large" aria-label={wording.plain('enlargeQr')}>
          <button type="button" className="btn btn-quiet btn-large" data-close>
            {wording.plain('close')}
          </button>
        </dialog>
      </div>
      {lowerCase !== payment.qrText && (
        <details className="qr-other">
          <summary>{wording.plain('otherQr')}</summary>
          <div className="qr-tile">
            <Qr text={lowerCase} label={label} />
          </div>
        </details>
      )}
    </>
  );
}

function Actions({ view: { payment, wording } }: { view: PaymentPageView }) {
  const bitcoin = btcGroups(sendable(payment))
    .map(({ leading, digits }) => leading + digits)
    .join('');
  const copied = wording.plain('copied');
  return (
    <div className="slip-actions">
      <CopyAction text={payment.address} done={copied} label={wording.plain('copyAddress')} />
      <CopyAction text={bitcoin} done={copied} label={wording.plain('copyAmount')} />
      <a className="btn btn-large btn-wallet" href={payment.walletUri}>
        {wording.plain('openWallet')}
      </a>
    </div>
  );
}

interface CopyProps {
  readonly text: string;
  readonly label: string;
  /** The label after copying. */
  readonly done: string;
}

/** Hidden without JavaScript. */
function CopyAction({ text, label, done }: CopyProps) {
  return (
    <button
      type="button"
      hidden
      className="btn btn-quiet btn-large"
      data-copy={text}
      data-done={done}
    >
      {label}
    </button>
  );
}

function TimeBand({ view: { payment, state, wording, now } }: { view: PaymentPageView }) {
  const left = payment.expiresAt.getTime() - now.getTime();
  return (
    <footer className="slip-foot">
      <Badge tone="pending">
        {wording.plain(state === 'underpaid' ? 'badgeUnderpaid' : 'badgeWaiting')}
      </Badge>
      <span className="time-left" data-left={wording.plain('timeLeft')}>
        {wording.plain('timeLeft', { time: timeLeft(left, wording.language) })}
      </span>
    </footer>
  );
}
