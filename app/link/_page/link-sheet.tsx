import { Amount, BtcAmount } from '@/app/_ui/amount';
import { BadgeIcon } from '@/app/_ui/badge';
import { NetworkChip } from '@/app/_ui/network';
import { MerchantLinks, MerchantName } from '@/app/pay/_page/face';
import { PageDocument } from '@/app/pay/_page/sheet';
import type { Wording } from '@/app/pay/_page/wording';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import type { MessageKey } from '@/lib/domain/messages';
import { money } from '@/lib/domain/money';
import PROOF_SCRIPT from '../_client/proof.ts?inline';
import STYLE from './link.css?inline';
import { LinkForm } from './link-form';
import { type LinkPageView, paymentHref } from './view';

/** Why no payment can be made. Shown instead of the form. */
const CLOSED = {
  reserved: ['linkReservedHeading', 'linkReservedText'],
  paid: ['linkPaidHeading', 'linkPaidText'],
  used_up: ['linkSoldOutHeading', 'linkSoldOutText'],
  expired: ['linkExpiredHeading', 'linkExpiredText'],
  inactive: ['linkInactiveHeading', 'linkInactiveText'],
} as const satisfies Record<string, readonly [MessageKey, MessageKey]>;

function closedAs({ status, oneUse }: LinkPageView['link']): keyof typeof CLOSED | undefined {
  if (status === 'used_up' && oneUse) return 'paid';
  return status === 'open' ? undefined : status;
}

export function LinkSheet({ view }: { view: LinkPageView }) {
  const { link, wording, requested } = view;
  const { own } = link;
  const closed = closedAs(link);
  // Whether the customer's own payment has reserved the link.
  const ownPlace = own !== undefined && closed === 'reserved';
  return (
    <PageDocument
      language={wording.language}
      title={`${link.title}: ${link.merchantName}`}
      network={link.network}
      style={STYLE}
      referrer="same-origin"
      accent={link.face.accent}
      script={view.challenge === undefined ? undefined : PROOF_SCRIPT}
    >
      <main>
        <div className="slip">
          <header className="slip-head">
            <p>
              <strong>
                <MerchantName name={link.merchantName} face={link.face} />
              </strong>
            </p>
            <NetworkChip network={link.network} />
          </header>
          <h1 className="link-title" dir="auto">
            {link.title}
          </h1>
          <FixedAmount link={link} wording={wording} />
          {own && <OwnPayment wording={wording} href={paymentHref(own, requested)} />}
          {!closed && <LinkForm view={view} />}
          {closed && !ownPlace && <Closed kind={closed} wording={wording} />}
        </div>
        <MerchantLinks face={link.face} wording={wording} reference={link.title} />
      </main>
    </PageDocument>
  );
}

function OwnPayment({ wording, href }: { wording: Wording; href: string }) {
  return (
    <div className="link-own">
      <p>{wording.plain('linkOwnText')}</p>
      <a className="btn btn-quiet btn-large" href={href}>
        {wording.plain('linkOwnButton')}
      </a>
    </div>
  );
}

/** Shows the link's amount, unless the customer chooses it. */
function FixedAmount({ link: { amount }, wording }: Pick<LinkPageView, 'link' | 'wording'>) {
  if (amount.kind === 'free') return null;
  return (
    <div className="due">
      {amount.kind === 'price' ? (
        <p className="due-price">
          {money(
            amount.asked.amount,
            amount.asked.currency,
            localeWithLatinDigits(wording.language),
          )}
        </p>
      ) : (
        <>
          <p className="due-amount">
            <Amount sats={amount.sats} />
          </p>
          <p className="due-btc">
            <BtcAmount sats={amount.sats} />
          </p>
        </>
      )}
    </div>
  );
}

function Closed({ kind, wording }: { kind: keyof typeof CLOSED; wording: Wording }) {
  const [heading, text] = CLOSED[kind];
  const later = kind === 'reserved';
  return (
    <div className="closed" role="status">
      <span className={`closed-icon ${later ? 'tone-pending' : 'tone-idle'}`}>
        <BadgeIcon tone={later ? 'pending' : 'idle'} />
      </span>
      <h2>{wording.plain(heading)}</h2>
      <p>{wording.rich(text)}</p>
      {later && (
        <a className="btn btn-quiet btn-large" href={`?lang=${wording.language}`}>
          {wording.plain('checkAgain')}
        </a>
      )}
    </div>
  );
}
