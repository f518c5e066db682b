import { Address } from '@/app/_ui/address';
import { Amount, BtcAmount } from '@/app/_ui/amount';
import { NetworkChip } from '@/app/_ui/network';
import { MerchantLinks, MerchantName } from '@/app/pay/_page/face';
import { PageDocument } from '@/app/pay/_page/sheet';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import type { MessageKey } from '@/lib/domain/messages';
import { money } from '@/lib/domain/money';
import type { AddressFault } from '@/lib/refunds/public';
import { REFUND_PAGE_SCRIPT } from './page-headers';
import STYLE from './refund.css?inline';
import { RefundStatus } from './refund-status';
import { refundFacts } from './refund-update';
import { type RefundProps, type RefundStep, type RefundView, samePageHref } from './view';

export function RefundSheet({ view }: { view: RefundView }) {
  const { refund, wording, step } = view;
  return (
    <PageDocument
      language={wording.language}
      title={wording.plain('refundTitle')}
      network={refund.network}
      style={STYLE}
      script={step.kind === 'status' ? REFUND_PAGE_SCRIPT : undefined}
      accent={refund.face.accent}
    >
      <main>
        <div className="slip">
          <header className="slip-head">
            <h1>
              <MerchantName name={refund.merchantName} face={refund.face} />
            </h1>
            <p className="slip-reference">
              {refund.reference && <bdi>{refund.reference}</bdi>}
              <NetworkChip network={refund.network} />
            </p>
          </header>
          {step.kind === 'ask' && <Ask view={view} step={step} />}
          {step.kind === 'check' && <Check view={view} address={step.address} />}
          {step.kind === 'status' && <Status view={view} />}
        </div>
        <p id="say" className="sr-only" aria-live="polite" />
        <MerchantLinks face={refund.face} wording={wording} reference={refund.reference} />
      </main>
    </PageDocument>
  );
}

/** The page's script keeps this state up to date. */
function Status({ view }: RefundProps) {
  const { wording, refund } = view;
  const { tag, state } = refundFacts(view);
  return (
    <>
      <div id="slip" data-tag={tag} data-state={state}>
        <RefundStatus view={view} />
      </div>
      <p id="offline" className="slip-offline tone-pending" hidden>
        <span>{wording.plain('offline')}</span> <span>{wording.plain('retrying')}</span>
      </p>
      {(refund.status === 'ready' || refund.status === 'sent') && (
        <div id="no-updates" className="refund-more">
          <a className="btn btn-quiet btn-large" href={samePageHref(view)}>
            {wording.plain('checkAgain')}
          </a>
        </div>
      )}
    </>
  );
}

function Due({ view: { refund, wording } }: RefundProps) {
  const { price, amountSats } = refund;
  return (
    <div className="refund-due">
      <h2>{wording.rich('refundHeading')}</h2>
      {price ? (
        <>
          <p className="due-price" translate="no">
            {money(price.amount, price.currency, localeWithLatinDigits(wording.language))}
          </p>
          <p>{wording.rich('refundAbout', { amount: <Amount sats={amountSats} /> })}</p>
        </>
      ) : (
        <>
          <p className="due-amount">
            <Amount sats={amountSats} />
          </p>
          <p>
            <BtcAmount sats={amountSats} />
          </p>
        </>
      )}
    </div>
  );
}

const FAULTS = {
  lightning: 'refundErrorLightning',
  private_key: 'refundErrorPrivate',
  wrong_network: 'refundErrorNetwork',
  unpayable: 'refundErrorUnpayable',
  own_address: 'refundErrorOwn',
  other: 'refundErrorOther',
} as const satisfies Record<AddressFault, MessageKey>;

/** A form for the customer's address, which works without JavaScript. */
function Ask({ view, step }: RefundProps & { step: Extract<RefundStep, { kind: 'ask' }> }) {
  const { refund, wording } = view;
  const { fault, network = '' } = step;
  const start = new Intl.ListFormat(wording.language, { type: 'disjunction' }).format(
    refund.beginnings,
  );
  return (
    <>
      <Due view={view} />
      <form method="post" className="link-form" noValidate>
        <div className={fault ? 'link-field is-wrong' : 'link-field'}>
          <label htmlFor="address">{wording.plain('refundAddress')}</label>
          <div className="link-input" dir="ltr">
            <textarea
              id="address"
              name="address"
              className="mono"
              rows={2}
              autoCapitalize="none"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              required
              // biome-ignore lint/a11y/noAutofocus: screen readers then read the error
              autoFocus={fault !== undefined}
              placeholder={`${refund.beginnings[0]}…`}
              defaultValue={step.text}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? 'address-error' : 'address-hint'}
            />
          </div>
          {fault ? (
            <p id="address-error" className="link-error">
              {wording.plain(FAULTS[fault], { start, network })}
            </p>
          ) : (
            <p id="address-hint" className="link-hint">
              {wording.plain('refundHint')}
            </p>
          )}
        </div>
        <button type="submit" className="btn btn-primary btn-large">
          {wording.plain('refundContinue')}
        </button>
      </form>
    </>
  );
}

function Check({ view, address }: RefundProps & { address: string }) {
  const { wording } = view;
  return (
    <form method="post" className="refund-check">
      <h2>{wording.plain('refundCheckHeading')}</h2>
      <p>{wording.plain('refundCheckText')}</p>
      <Address address={address} />
      <input type="hidden" name="address" value={address} />
      <input type="hidden" name="step" value="save" />
      <button type="submit" className="btn btn-primary btn-large">
        {wording.plain('refundUse')}
      </button>
      <a className="btn btn-quiet btn-large" href={samePageHref(view, 'change=1')}>
        {wording.plain('refundChange')}
      </a>
    </form>
  );
}
